import { useEffect, useState } from 'react';
import type { signIn } from '#contract/api/sign-in.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { bearer } from '#web/api/bearer.ts';
import { type CallResult, call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import layout from '#web/ui/layout.module.css';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { signInByPasskey } from '../passkey-browser.ts';
import type { SignInChoice } from '../sign-in-outcome.ts';
import { LostFactors } from './LostFactors.tsx';

type Props = {
  token: string;
  choice: SignInChoice;
  onAnswer: (answer: CallResult<typeof signIn>) => void;
  /** The token is spent or expired: the password is needed again. */
  onStartOver: () => void;
};

/** After the correct password: a passkey, a code of the app, or a recovery code. */
export default function SecondStep(props: Props) {
  const { token, onStartOver } = props;
  const step = useQuery('GET /v2/sessions/second-step', bearer(token));
  const [lost, setLost] = useState(false);
  const over = step.state === 'failed' && step.problem.code === 'TOKEN_INVALID';
  useEffect(() => {
    if (over) onStartOver();
  }, [over, onStartOver]);
  return (
    <div className={layout.part}>
      <h2 key={lost ? 'lost' : 'code'} ref={focusOnMount} tabIndex={-1} className={layout.quietFocus}>
        {lost ? m.second_step_lost_heading() : m.second_step_heading()}
      </h2>
      {step.state === 'loading' && <FormSkeleton />}
      {step.state === 'failed' && !over && <LoadError problem={step.problem} onRetry={step.retry} />}
      {step.state === 'ready' &&
        (lost ? (
          <LostFactors
            token={token}
            question={step.data.securityQuestion}
            resetAt={step.data.resetAt}
            onBack={() => setLost(false)}
          />
        ) : (
          <>
            {step.data.passkey && <PasskeyButton {...props} />}
            {step.data.passkeyLogin && <PasskeyOfOtherSite login={step.data.passkeyLogin} />}
            {(step.data.totp || step.data.recoveryCodes) && <CodeForm {...props} totp={step.data.totp} />}
            <div>
              <Button variant="link" onClick={() => setLost(true)}>
                {m.second_step_lost()}
              </Button>
            </div>
          </>
        ))}
      <div>
        <Button variant="link" onClick={onStartOver}>
          {m.second_step_start_over()}
        </Button>
      </div>
    </div>
  );
}

/** Passkeys are bound to the host where they were created. */
function PasskeyOfOtherSite({ login }: { login: string }) {
  const { host } = new URL(login);
  return (
    <p>
      {m.passkey_elsewhere({ host })} <a href={login}>{m.passkey_elsewhere_log_in({ host })}</a>
    </p>
  );
}

function PasskeyButton({ choice, onAnswer }: Props) {
  const [waiting, setWaiting] = useState(false);
  const use = async () => {
    setWaiting(true);
    const answer = await signInByPasskey({ choice: () => choice });
    setWaiting(false);
    if (answer && !answer.ok) showError(answer.problem);
    else if (answer) onAnswer(answer);
  };
  return (
    <Button waiting={waiting} onClick={() => void use()}>
      {m.passkey_use()}
    </Button>
  );
}

type Values = { code: string };

function CodeForm({ token, choice, onAnswer, onStartOver, totp }: Props & { totp: boolean }) {
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('../sign-in-schemas.ts'),
      ({ secondStepSchema }) => secondStepSchema,
    ),
    defaultValues: { code: '' },
    labels: { code: () => (totp ? m.second_step_code() : m.second_step_recovery_code()) },
    onSubmit: async ({ code }): Promise<void> => {
      const answer = await call('POST /v2/sessions/second-step', { ...bearer(token), body: { code, ...choice } });
      if (answer.ok) return onAnswer(answer);
      const { problem } = answer;
      if (problem.code === 'TOKEN_INVALID') return onStartOver();
      if (problem.code !== 'WRONG_CODE') return applyProblem(form, problem);
      form.form.setError('code', { type: 'server', message: problem.message }, { shouldFocus: true });
    },
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field('code')}
        hint={totp ? m.second_step_code_hint() : m.second_step_recovery_code_hint()}
        autoComplete="one-time-code"
        autoCapitalize="characters"
      />
      <Submit of={form}>{m.second_step_confirm()}</Submit>
    </Form>
  );
}
