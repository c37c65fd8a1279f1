import { signInBody } from '#contract/sign-in-form.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { Notice } from '#web/ui/Card.tsx';
import { ForManagers } from '#web/ui/form/ForManagers.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import style from './SignInForm.module.css';
import { signedInHere } from './signed-in.ts';
import { returnTo } from './return-to.ts';
import { signInOutcome } from './sign-in-outcome.ts';

const schema = z.pick(signInBody, { username: true, password: true });
type Values = z.output<typeof schema>;
const labels = { username: () => m.ui_username_or_email(), password: () => m.ui_password() };

type Props = {
  /** Where it is known who was here: only the password is asked. */
  username?: string;
  /** As it stood in the page's address. */
  redirect?: string | null;
  /** `to` is a page of the home area, with the router's base. */
  onSignedIn: (person: { to: string; userId: string }) => void;
};

/** Username and password, on the login page and wherever a session ended. */
export function SignInForm({ username = '', redirect = null, onSignedIn }: Props) {
  const [refused, setRefused] = useState(false);
  const form = useContractForm<Values, Values>({
    schema,
    defaultValues: { username, password: '' },
    labels,
    onSubmit: async (values): Promise<void> => {
      setRefused(false);
      const body = {
        ...values,
        submit: m.ui_log_in(),
        eventId: 'submit',
        ...(redirect === null ? {} : { redirect }),
      };
      const outcome = signInOutcome(await call('POST /ofw/login', { body }), returnTo());
      if (outcome.kind === 'go') {
        await signedInHere(outcome.userId);
        return onSignedIn(outcome);
      }
      if (outcome.kind === 'problem') return applyProblem(form, outcome.problem);
      if (outcome.kind === 'unknown') return console.warn('The login answered in a way this page does not know');
      setRefused(true);
      // Which of the two is wrong is not said: the username is marked for machines, the words stand at the password.
      form.form.setError('username', { type: 'server', message: m.sign_in_check_username() });
      form.form.setError('password', { type: 'server', message: m.problem_sign_in_failed() }, { shouldFocus: true });
    },
  });
  return (
    <Form of={form}>
      <LiveText role="alert">{refused && <Notice tone="error">{m.sign_in_failed()}</Notice>}</LiveText>
      {username === '' ? (
        <div className={refused ? style.hiddenError : undefined}>
          <TextField {...form.field('username')} autoComplete="username" autoCapitalize="none" />
        </div>
      ) : (
        <KnownUsername username={username} />
      )}
      <PasswordField {...form.field('password')} autoComplete="current-password" />
      <Submit of={form}>{m.ui_log_in()}</Submit>
    </Form>
  );
}

function KnownUsername({ username }: { username: string }) {
  return (
    <p>
      {m.ui_username()}: <strong>{username}</strong>
      <ForManagers username={username} />
    </p>
  );
}
