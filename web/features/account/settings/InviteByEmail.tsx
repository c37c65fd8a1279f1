import { useState } from 'react';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { Actions } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import type { FamilyView } from './family-names.ts';

type Values = { email: string };
type Props = { coParent: FamilyView['coParent']; onInvited: (family: FamilyView) => void };

/** For a co-parent without an e-mail address: adds one and sends the invite. Possible once, as on the receipt. */
export function InviteByEmail({ coParent, onInvited }: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <>
      <LiveText>{sentTo !== null && <Notice tone="success">{m.invite_sent({ email: sentTo })}</Notice>}</LiveText>
      {coParent?.state === 'NOT_INVITED' && !coParent.invite?.timing && (
        <EmailForm
          name={coParent.firstName}
          onInvited={(family, email) => {
            setSentTo(email);
            onInvited(family);
            // The focused form is removed.
            document.getElementById('family')?.focus();
          }}
        />
      )}
    </>
  );
}

function EmailForm({ name, onInvited }: { name: string; onInvited: (family: FamilyView, email: string) => void }) {
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('#contract/invites/co-parent-email.ts'),
      ({ coParentEmail }) => coParentEmail,
    ),
    defaultValues: { email: '' },
    labels: { email: () => m.co_parent_email() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('POST /v2/account/co-parent-email', { body });
      if (result.ok) return onInvited(result.data, body.email);
      return applyProblem(form, result.problem);
    },
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field('email')}
        type="email"
        autoComplete="off"
        hint={m.account_settings_email_text({ name })}
      />
      <Actions>
        <Submit of={form}>{m.account_settings_email_send()}</Submit>
      </Actions>
    </Form>
  );
}
