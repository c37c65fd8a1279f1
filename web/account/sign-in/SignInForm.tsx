import { useState } from 'react';
import * as z from 'zod/mini';
import { signIn, signInBody } from '#contract/api/sign-in.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '../../api/apply-problem.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Card.tsx';
import { ForManagers } from '../../ui/form/ForManagers.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { LiveText } from '../../ui/LiveText.tsx';
import { signedInHere } from '../session/signed-in.ts';
import { wishedPage } from '../session/wished-page.ts';
import { signInOutcome } from './sign-in-outcome.ts';
import style from './sign-in.module.css';

const schema = z.pick(signInBody, { username: true, password: true });
type Values = z.output<typeof schema>;
const labels = { username: () => m.sign_in_username_or_email(), password: () => m.sign_in_password() };

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
        submit: m.sign_in_submit(),
        eventId: 'submit',
        ...(redirect === null ? {} : { redirect }),
      };
      const outcome = signInOutcome(await call(signIn, { body }), wishedPage());
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
      <Button type="submit" waiting={form.isSubmitting}>
        {m.sign_in_submit()}
      </Button>
    </Form>
  );
}

function KnownUsername({ username }: { username: string }) {
  return (
    <p>
      {m.sign_in_username()}: <strong>{username}</strong>
      <ForManagers username={username} />
    </p>
  );
}
