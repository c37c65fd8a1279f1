import { useState } from 'react';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { Actions } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { LiveText } from '#web/ui/LiveText.tsx';

/** For a parent who left without a code: mails the link to the address of step 1. */
export function RequestLink() {
  const [sent, setSent] = useState(false);
  const form = useContractForm({
    schema: lateSchema(
      () => import('#web/fields/email-schema.ts'),
      ({ emailSchema }) => emailSchema,
    ),
    defaultValues: { email: '' },
    labels: { email: () => m.ui_email() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('POST /v2/resume-links', { body });
      if (result.ok) setSent(true);
      else applyProblem(form, result.problem);
    },
  });
  return (
    <Card as="section" labelledBy="resume-mail">
      <h2 id="resume-mail">{m.resume_no_code()}</h2>
      <Form of={form}>
        <TextField {...form.field('email')} type="email" autoComplete="email" hint={m.resume_mail_hint()} />
        <LiveText>{sent && <Notice tone="success">{m.resume_mail_sent()}</Notice>}</LiveText>
        <Actions>
          <Submit of={form}>{m.resume_mail_send()}</Submit>
        </Actions>
      </Form>
    </Card>
  );
}
