import { Suspense, useCallback, useState } from 'react';
import type { signIn } from '#contract/api/sign-in.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { type CallResult, call } from '#web/api/call.ts';
import { Notice } from '#web/ui/Card.tsx';
import { ForManagers } from '#web/ui/form/ForManagers.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { RememberField } from './RememberField.tsx';
import { forgetReturnTo, returnTo } from './return-to.ts';
import style from './SignInForm.module.css';
import { type SignInChoice, type SignInOutcome, signInOutcome } from './sign-in-outcome.ts';
import { signedInHere } from './signed-in-here.ts';

const SecondStep = lazyPart(() => import('./second-step/SecondStep.tsx'));
const PasskeyLogin = lazyPart(() => import('./second-step/PasskeyLogin.tsx'));

type Values = { username: string; password: string };
const labels = { username: () => m.ui_username_or_email(), password: () => m.ui_password() };

type Props = {
  /** A known username: only the password is requested. */
  username?: string;
  /** The initial username, which can be changed. */
  suggested?: string;
  /** The `returnTo` of the page's address. */
  redirect?: string | null;
  /** `to` is a page of the home area, with the router's base. */
  onSignedIn: (person: { to: string; userId: string }) => void;
};

/** Username and password, then the second factor if there is one; or a passkey alone. */
export function SignInForm(props: Props) {
  const { redirect = null, onSignedIn } = props;
  const [token, setToken] = useState<string | null>(null);
  const [byPasskey, setByPasskey] = useState(0);
  const [remember, setRemember] = useState(false);
  const choice = { remember, ...(redirect === null ? {} : { redirect }) };
  const accept = async (answer: CallResult<typeof signIn>): Promise<SignInOutcome> => {
    const outcome = signInOutcome(answer, returnTo);
    if (outcome.kind === 'second-step') setToken(outcome.token);
    if (outcome.kind === 'go') {
      forgetReturnTo();
      await signedInHere(outcome.userId);
      onSignedIn(outcome);
    }
    return outcome;
  };
  const startOver = useCallback(() => {
    setToken(null);
    setByPasskey((count) => count + 1);
  }, []);
  if (token !== null) {
    return (
      <Suspense fallback={<FormSkeleton />}>
        <SecondStep token={token} choice={choice} onAnswer={(answer) => void accept(answer)} onStartOver={startOver} />
      </Suspense>
    );
  }
  return (
    <>
      <PasswordForm {...props} choice={choice} onRemember={setRemember} accept={accept} />
      <div className={style.passkey}>
        <Suspense fallback={null}>
          <PasskeyLogin key={byPasskey} choice={choice} onAnswer={(answer) => void accept(answer)} />
        </Suspense>
      </div>
    </>
  );
}

type FormProps = Props & {
  choice: SignInChoice;
  onRemember: (remember: boolean) => void;
  accept: (answer: CallResult<typeof signIn>) => Promise<SignInOutcome>;
};

function PasswordForm({ username = '', suggested = '', choice, onRemember, accept }: FormProps) {
  const [refused, setRefused] = useState(false);
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('./sign-in-schemas.ts'),
      ({ signInSchema }) => signInSchema,
    ),
    defaultValues: { username: username || suggested, password: '' },
    labels,
    onSubmit: async (values): Promise<void> => {
      setRefused(false);
      const body = { ...values, ...choice, submit: m.ui_log_in(), eventId: 'submit' };
      const outcome = await accept(await call('POST /ofw/login', { body }));
      if (outcome.kind === 'go' || outcome.kind === 'second-step') return;
      if (outcome.kind === 'problem') return applyProblem(form, outcome.problem);
      if (outcome.kind === 'unknown') return console.warn('The login answered in a way this page does not know');
      setRefused(true);
      // The message does not say which of the two is wrong: the username is marked invalid, the text is at the
      // password.
      form.form.setError('username', { type: 'server', message: m.sign_in_check_username() });
      form.form.setError('password', { type: 'server', message: m.problem_sign_in_failed() }, { shouldFocus: true });
    },
  });
  return (
    <Form of={form}>
      <LiveText role="alert">{refused && <Notice tone="error">{m.sign_in_failed()}</Notice>}</LiveText>
      {username === '' ? (
        <div className={refused ? style.hiddenError : undefined}>
          <TextField {...form.field('username')} autoComplete="username webauthn" autoCapitalize="none" />
        </div>
      ) : (
        <FixedUsername username={username} />
      )}
      <PasswordField {...form.field('password')} autoComplete="current-password" />
      <RememberField remember={choice.remember} onChange={onRemember} />
      <Submit of={form}>{m.ui_log_in()}</Submit>
    </Form>
  );
}

function FixedUsername({ username }: { username: string }) {
  return (
    <p>
      {m.ui_username()}: <strong>{username}</strong>
      <ForManagers username={username} />
    </p>
  );
}
