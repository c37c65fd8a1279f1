import { useState } from 'react';
import type { checkProof } from '#contract/api/proofs.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { useMailedSecrets } from '#web/navigation/use-mailed-secrets.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from '../sign-in/sign-in.module.css';

/** Public. A scanned code is removed at once from address bar and history. */
export function Screen() {
  const [scanned = ''] = useMailedSecrets('code') ?? [];
  return <CheckProof key={scanned} scanned={scanned} />;
}

type Checked = AnswerOf<typeof checkProof>;

export function CheckProof({ scanned }: { scanned: string }) {
  const [checked, setChecked] = useState<Checked | null>(null);
  return (
    <div className={style.page}>
      <PageHeading subtitle={m.proof_page_lead()}>{m.proof_page_title()}</PageHeading>
      {checked === null ? (
        <CodeForm scanned={scanned} onChecked={setChecked} />
      ) : (
        <>
          <Outcome {...checked} />
          <div>
            <Button variant="quiet" onClick={() => setChecked(null)}>
              {m.proof_another()}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function CodeForm({ scanned, onChecked }: { scanned: string; onChecked: (checked: Checked) => void }) {
  const form = useContractForm<{ code: string }, { code: string }>({
    schema: lateSchema(
      () => import('#contract/account/proof-check.ts'),
      ({ proofCheck }) => proofCheck,
    ),
    defaultValues: { code: scanned },
    labels: { code: () => m.proof_code() },
    onSubmit: async (body) => {
      const answer = await call('POST /v2/proofs/check', { body });
      if (answer.ok) onChecked(answer.data);
      else applyProblem(form, answer.problem);
    },
  });
  return (
    <Form of={form}>
      <TextField {...form.field('code')} autoComplete="off" autoCapitalize="characters" hint={m.proof_code_hint()} />
      <Submit of={form}>{m.proof_check()}</Submit>
    </Form>
  );
}

/** Takes the focus from the removed form. */
function Outcome({ proof }: Checked) {
  return (
    <Card>
      <h2 ref={focusOnMount} tabIndex={-1} className={layout.quietFocus}>
        {proof ? m.proof_found() : m.proof_not_found()}
      </h2>
      {proof ? <Facts proof={proof} /> : <p>{m.proof_not_found_text()}</p>}
    </Card>
  );
}

function Facts({ proof: { initials, enrolledSince, endedOn, issuedOn } }: { proof: NonNullable<Checked['proof']> }) {
  const rows = [
    [m.proof_found_initials(), initials],
    [m.proof_found_since(), longDay(enrolledSince)],
    ...(endedOn === null ? [] : [[m.proof_found_until(), longDay(endedOn)]]),
    [m.proof_found_issued(), longDay(issuedOn)],
  ];
  return (
    <>
      <dl className={layout.part}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className={layout.soft}>{label}</dt>
            <dd>
              <strong>{value}</strong>
            </dd>
          </div>
        ))}
      </dl>
      {endedOn === null && <p>{m.proof_found_runs()}</p>}
      <p>{m.proof_found_compare()}</p>
    </>
  );
}
