import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { Actions } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';

type Props = {
  params: { familyId: string; userId: string };
  email: string;
  onCorrected: (family: ProfessionalCase) => void;
};

export function CorrectEmail({ params, email, onCorrected }: Props) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('#contract/invites/co-parent-email.ts'),
      ({ coParentEmail }) => coParentEmail,
    ),
    defaultValues: { email },
    labels: { email: () => m.ui_email() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('PUT /v2/professional/cases/:familyId/parents/:userId/email', { params, body });
      if (!result.ok) return applyProblem(form, result.problem);
      onCorrected(result.data);
    },
  });
  return (
    <Form of={form}>
      <p>{m.pro_case_email_text()}</p>
      <TextField {...form.field('email')} type="email" autoComplete="off" />
      <Actions>
        <Submit of={form}>{m.pro_case_email_save()}</Submit>
      </Actions>
    </Form>
  );
}
