import { type ReactNode, useState } from 'react';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { showError } from '#web/problems/show-error.ts';
import { addresses } from '#web/site/addresses.ts';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { showToast } from '#web/ui/toast-list.ts';

type Props = { email: string; onProved: () => Promise<void> };

/**
 * Asks the user to prove that they read this address; without an address, because its reader has taken it back, it asks
 * for a new one.
 */
export default function ConfirmEmail({ email, onProved }: Props) {
  return (
    <Notice>
      <h2>{email === '' ? m.confirm_email_none_title() : m.confirm_email_title()}</h2>
      {email === '' ? <NoEmail /> : <Code email={email} onProved={onProved} />}
    </Notice>
  );
}

function NoEmail() {
  return (
    <>
      <p>{m.confirm_email_none_text()}</p>
      <Actions>
        <ButtonLink to={addresses.profile}>{m.confirm_email_enter()}</ButtonLink>
      </Actions>
    </>
  );
}

function Code({ email, onProved }: Props) {
  const [isSent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    const result = await call('POST /v2/account/profile/email/proofs', {});
    setBusy(false);
    if (!result.ok) return showError(result.problem);
    setSent(true);
  };
  const askButton = (
    <Button variant="quiet" waiting={busy} onClick={() => void ask()}>
      {isSent ? m.recovery_new_code() : m.confirm_email_send()}
    </Button>
  );
  return (
    <>
      <p role="status">{isSent ? m.confirm_email_sent({ email }) : m.confirm_email_text({ email })}</p>
      {isSent ? <CodeForm onProved={onProved}>{askButton}</CodeForm> : <Actions>{askButton}</Actions>}
    </>
  );
}

function CodeForm({ onProved, children }: Pick<Props, 'onProved'> & { children: ReactNode }) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('#web/fields/code-schema.ts'),
      ({ codeSchema }) => codeSchema,
    ),
    defaultValues: { code: '' },
    labels: { code: () => m.confirm_email_code() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('POST /v2/account/profile/email/proofs/check', { body });
      if (!result.ok) return applyProblem(form, result.problem);
      showToast({ text: m.confirm_email_done() });
      await onProved();
    },
  });
  return (
    <Form of={form}>
      <TextField {...form.field('code')} autoComplete="one-time-code" inputMode="numeric" />
      <Actions>
        <Submit of={form}>{m.confirm_email_submit()}</Submit>
        {children}
      </Actions>
    </Form>
  );
}
