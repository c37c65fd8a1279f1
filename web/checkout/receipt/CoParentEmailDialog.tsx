import { useEffect, useState } from 'react';
import { m } from '#messages/messages.js';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { showToast } from '#web/ui/toast-list.ts';

type Props = { onAdded: (email: string) => void };
type Values = { email: string };

const labels = { email: () => m.receipt_prompt_email() };

/** Asks once for the e-mail address of a co-parent without one; it can be skipped (specification 2.9). */
export function CoParentEmailDialog({ onAdded }: Props) {
  const [open, setOpen] = useState(true);
  useEffect(() => trackView('Parent B Email Prompt'), []);
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('#contract/invites/co-parent-email.ts'),
      ({ coParentEmail }) => coParentEmail,
    ),
    defaultValues: { email: '' },
    labels,
    onSubmit: async (body): Promise<void> => {
      const result = await call('POST /v2/account/co-parent-email', { body });
      if (!result.ok) return applyProblem(form, result.problem);
      trackSubmit('Parent B Email Prompt');
      setOpen(false);
      onAdded(body.email);
      showToast({ text: m.invite_sent({ email: body.email }) });
    },
  });
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title={m.receipt_prompt_title()}>
      <p>{m.receipt_prompt_text()}</p>
      <Form of={form}>
        <TextField {...form.field('email')} type="email" autoComplete="off" />
        <Actions>
          <Submit of={form}>{m.receipt_prompt_submit()}</Submit>
          <Button variant="quiet" onClick={() => setOpen(false)}>
            {m.receipt_prompt_skip()}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
