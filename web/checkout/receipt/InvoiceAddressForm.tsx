import type { InvoiceAddress } from '#contract/api/invoice-address.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';

type Props = { onSaved: (address: InvoiceAddress | null) => void; onClose: () => void };

/** Names the address, whose reader is then asked. */
export default function InvoiceAddressForm({ onSaved, onClose }: Props) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('#contract/invites/co-parent-email.ts'),
      ({ coParentEmail }) => coParentEmail,
    ),
    defaultValues: { email: '' },
    labels: { email: () => m.account_invoices_label() },
    onSubmit: async (body): Promise<void> => {
      const result = await callFresh('PUT /v2/account/invoice-address', { body });
      if (result.ok) onSaved(result.data.address);
      else applyProblem(form, result.problem);
    },
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field('email')}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        hint={m.account_invoices_hint()}
      />
      <Actions>
        <Submit of={form}>{m.account_invoices_send()}</Submit>
        <Button variant="quiet" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
      </Actions>
    </Form>
  );
}
