import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Button } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from '../sign-in/sign-in.module.css';
import { DoneMessage } from './DoneMessage.tsx';

type Values = { usernameOrEmail: string };

/** Requests a password reset link. The response does not reveal whether the account exists. */
export function Screen() {
  const [requested, setRequested] = useState(false);
  return requested ? (
    <RequestSent onStartOver={() => setRequested(false)} />
  ) : (
    <RequestForm onRequested={() => setRequested(true)} />
  );
}

function RequestForm({ onRequested }: { onRequested: () => void }) {
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('#contract/sign-in/recovery-forms.ts'),
      ({ askPasswordBody }) => askPasswordBody,
    ),
    defaultValues: { usernameOrEmail: '' },
    labels: { usernameOrEmail: () => m.ui_username_or_email() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('POST /ofw/signup/getpassword.form', { body });
      if (result.ok) onRequested();
      else applyProblem(form, result.problem);
    },
  });
  return (
    <div className={style.page}>
      <PageHeading subtitle={m.recovery_password_text()}>{m.recovery_password_heading()}</PageHeading>
      <Form of={form}>
        <TextField {...form.field('usernameOrEmail')} autoComplete="username" autoCapitalize="none" />
        <Submit of={form}>{m.recovery_send_link()}</Submit>
      </Form>
      <div className={style.links}>
        <Link to={addresses.forgotUsername}>{m.recovery_username_heading()}</Link>
        <Link to={addresses.login}>{m.recovery_back_to_login()}</Link>
      </div>
    </div>
  );
}

function RequestSent({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div className={style.page}>
      <DoneMessage heading={m.recovery_look_in_mail_heading()}>
        <p>{m.recovery_password_asked_text()}</p>
        <p>{m.recovery_spam_text()}</p>
      </DoneMessage>
      <Button variant="quiet" onClick={onStartOver}>
        {m.recovery_ask_again()}
      </Button>
      <SupportContact />
    </div>
  );
}
