import { useState } from 'react';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { SignInForm } from '#web/auth-session/SignInForm.tsx';
import { refreshSession, useSignedIn } from '#web/auth-session/signed-in.ts';
import { useMailedSecrets } from '#web/navigation/use-mailed-secrets.ts';
import { MailedCode } from '#web/problems/MailedCode.tsx';
import { showError } from '#web/problems/show-error.ts';
import { TextPromise } from '#web/problems/TextPromise.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from '../sign-in/sign-in.module.css';
import { InvalidEmailLink } from './InvalidEmailLink.tsx';

type State = 'open' | 'code' | 'done' | 'confirmed' | 'dead';

const stateAfter = { CHANGED: 'done', CONFIRMED: 'confirmed', CODE_NEEDED: 'code' } as const;

/**
 * The link that confirms a new e-mail address. It works only for the account's signed-in owner, so the login comes
 * first, and the token is kept meanwhile.
 */
export function Screen() {
  const [token] = useMailedSecrets('token') ?? [];
  return token === undefined ? (
    <MailedCode names={['token']}>
      <ButtonLink variant="link" to={addresses.profile}>
        {m.profile_title()}
      </ButtonLink>
    </MailedCode>
  ) : (
    <EmailLink key={token} token={token} />
  );
}

export function EmailLink({ token }: { token: string }) {
  const { state: signedIn } = useSignedIn();
  const [state, setState] = useState<State>('open');
  /** Resolves to the problem, or null. */
  const confirm = async (code?: string): Promise<CallProblem | null> => {
    const body = code === undefined ? { token } : { token, code };
    const result = await call('POST /v2/account/profile/email/confirmation', { body });
    if (result.ok) {
      setState(stateAfter[result.data.outcome]);
      if (result.data.outcome === 'CHANGED') await refreshSession();
      return null;
    }
    if (result.problem.code === 'TOKEN_INVALID') setState('dead');
    return result.problem;
  };
  if (state === 'dead') return <InvalidEmailLink />;
  if (state === 'done' || state === 'confirmed') return <Confirmed isChanged={state === 'done'} />;
  return (
    <div className={style.page}>
      <PageHeading>{m.email_link_title()}</PageHeading>
      {signedIn === 'out' && (
        <>
          <p>{m.email_link_log_in()}</p>
          <SignInForm onSignedIn={() => undefined} />
        </>
      )}
      {signedIn !== 'out' && state === 'open' && <ConfirmForm onConfirm={confirm} />}
      {signedIn !== 'out' && state === 'code' && <CodeForm onCode={confirm} />}
    </div>
  );
}

type Confirm = (code?: string) => Promise<CallProblem | null>;

function ConfirmForm({ onConfirm }: { onConfirm: Confirm }) {
  const [busy, setBusy] = useState(false);
  const use = async () => {
    setBusy(true);
    const problem = await onConfirm();
    setBusy(false);
    if (problem && problem.code !== 'TOKEN_INVALID') showError(problem);
  };
  return (
    <>
      <p>{m.email_link_text()}</p>
      <Button waiting={busy} onClick={() => void use()}>
        {m.email_link_use()}
      </Button>
    </>
  );
}

function CodeForm({ onCode }: { onCode: Confirm }) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('#web/fields/code-schema.ts'),
      ({ codeSchema }) => codeSchema,
    ),
    defaultValues: { code: '' },
    labels: { code: () => m.profile_code() },
    onSubmit: async ({ code }): Promise<void> => {
      const problem = await onCode(code);
      if (problem) applyProblem(form, problem);
    },
  });
  return (
    <Form of={form}>
      <div role="status">
        <TextPromise>
          <p>{m.email_link_code_text()}</p>
        </TextPromise>
      </div>
      <TextField {...form.field('code')} autoComplete="one-time-code" inputMode="numeric" />
      <Submit of={form}>{m.profile_code_confirm()}</Submit>
    </Form>
  );
}

function Confirmed({ isChanged }: { isChanged: boolean }) {
  return (
    <div className={style.page}>
      <PageHeading>{isChanged ? m.email_link_done() : m.email_link_confirmed()}</PageHeading>
      <p>{isChanged ? m.email_link_done_text() : m.email_link_confirmed_text()}</p>
      <ButtonLink to={addresses.profile}>{m.profile_title()}</ButtonLink>
    </div>
  );
}
