import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { sendsTexts, TextPromise } from '#web/problems/TextPromise.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Choices } from '#web/ui/form/Choices.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from '../sign-in/sign-in.module.css';
import { RequestByPhone } from './RequestByPhone.tsx';
import type { RecoveryProps } from './recovery-view.ts';

type Channel = 'mail' | 'phone';
const channels: readonly { channel: Channel; label: () => string }[] = [
  { channel: 'mail', label: m.recovery_by_mail },
  { channel: 'phone', label: m.recovery_by_phone },
];

/** By mail or by text, each with a form of its own. */
export function RequestUsername({ move }: RecoveryProps) {
  const [channel, setChannel] = useState<Channel>('mail');
  return (
    <>
      <PageHeading subtitle={sendsTexts() ? m.recovery_username_text() : m.recovery_username_text_mail()}>
        {m.recovery_username_heading()}
      </PageHeading>
      {sendsTexts() && (
        <Choices
          legend={m.recovery_way()}
          choices={channels.map((one) => [one.channel, one.label()] as const)}
          chosen={channel}
          onChoose={setChannel}
        />
      )}
      {channel === 'mail' ? (
        <RequestByMail move={move} />
      ) : (
        <TextPromise>
          <RequestByPhone move={move} />
        </TextPromise>
      )}
      <div className={style.links}>
        <Link to={addresses.forgotPassword}>{m.recovery_password_heading()}</Link>
        <Link to={addresses.login}>{m.recovery_back_to_login()}</Link>
      </div>
    </>
  );
}

type Values = { email: string };

function RequestByMail({ move }: Pick<RecoveryProps, 'move'>) {
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('#web/fields/email-schema.ts'),
      ({ emailSchema }) => emailSchema,
    ),
    defaultValues: { email: '' },
    labels: { email: () => m.ui_email() },
    onSubmit: async (values): Promise<void> => {
      const result = await call('GET /v1/usernameRecovery/email', {
        query: { ...values, localeString: currentLanguage() },
      });
      if (result.ok) move({ event: 'MAIL_SENT', sentBy: 'mail' });
      else applyProblem(form, result.problem);
    },
  });
  return (
    <Form of={form}>
      <TextField {...form.field('email')} type="email" autoComplete="email" />
      <Submit of={form}>{m.recovery_send_username()}</Submit>
    </Form>
  );
}
