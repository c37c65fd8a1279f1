import type { ClaimView } from '#contract/api/ownership-claims.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { StartOver } from './StartOver.tsx';

type Props = { token: string; onProved: (claim: ClaimView) => void; onStartOver?: () => void };

/** The six digits that were mailed or texted. */
export function CodeForm({ token, onProved, onStartOver }: Props) {
  const form = useContractForm<{ code: string }, { code: string }>({
    schema: lateSchema(
      () => import('#web/fields/code-schema.ts'),
      ({ codeSchema }) => codeSchema,
    ),
    defaultValues: { code: '' },
    labels: { code: () => m.profile_code() },
    onSubmit: async ({ code }): Promise<void> => {
      const body = { kind: 'CODE', code } as const;
      const result = await call('POST /v2/ownership-claims/proofs', { ...bearer(token), body });
      if (result.ok) return onProved(result.data);
      if (result.problem.code !== 'WRONG_CODE') return applyProblem(form, result.problem);
      form.form.setError('code', { type: 'server', message: m.ownership_code_wrong() }, { shouldFocus: true });
    },
  });
  return (
    <>
      <Form of={form}>
        <TextField {...form.field('code')} autoComplete="one-time-code" inputMode="numeric" />
        <Submit of={form}>{m.profile_code_confirm()}</Submit>
      </Form>
      {onStartOver && <StartOver onClick={onStartOver} />}
    </>
  );
}
