import { type ReactNode, useState } from 'react';
import type { proofs } from '#contract/api/proofs.ts';
import { maxProofs } from '#contract/proof-code.ts';
import type * as z from 'zod/mini';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { saveBase64Pdf } from '#web/api/save-file.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { LiveText } from '#web/ui/LiveText.tsx';
import { AccountPage, CardSkeletons } from '../AccountPage.tsx';
import account from '../account.module.css';
import { Section } from '../Section.tsx';
import { ProofRow } from './ProofRow.tsx';

/** Proofs of enrolment: what one says and to whom, making one, and withdrawing those from before. */
export function Screen() {
  const answer = useSignedInQuery('GET /v2/account/proofs', {});
  return (
    <AccountPage heading={m.proof_title()} lead={m.proof_lead()}>
      {answer.state === 'failed' && <LoadError problem={answer.problem} onRetry={answer.retry} />}
      {answer.state === 'loading' && <CardSkeletons count={2} />}
      {answer.state === 'ready' && <Parts own={answer.data} replace={answer.replace} refresh={answer.refresh} />}
    </AccountPage>
  );
}

type OwnProofs = z.output<typeof proofs>;
type Props = { own: OwnProofs; replace: (own: OwnProofs) => void; refresh: () => Promise<void> };

function Parts({ own, replace, refresh }: Props) {
  const [said, setSaid] = useState('');
  return (
    <>
      <div className={account.section}>
        <Card>
          <p>
            {own.enrolledSince === null
              ? m.proof_not_enrolled()
              : m.proof_since_text({ date: longDay(own.enrolledSince) })}
          </p>
          <Says heading={m.proof_says()}>
            <li>{m.proof_says_name()}</li>
            <li>{m.proof_says_since()}</li>
            <li>{m.proof_says_issued()}</li>
          </Says>
          <Says heading={m.proof_says_not()}>
            <li>{m.proof_not_contact()}</li>
            <li>{m.proof_not_plan()}</li>
            <li>{m.proof_not_others()}</li>
          </Says>
          <p>{m.proof_who_checks()}</p>
          <LiveText>{said !== '' && <Notice tone="success">{said}</Notice>}</LiveText>
          {own.proofs.length >= maxProofs && <p>{m.proof_most()}</p>}
          {own.enrolledSince !== null && own.proofs.length < maxProofs && (
            <Make
              onMade={async (code) => {
                await refresh();
                setSaid(m.proof_made({ code }));
              }}
            />
          )}
        </Card>
      </div>
      <Section id="proofs" heading={m.proof_list_heading()}>
        {own.proofs.length === 0 && <p>{m.proof_none()}</p>}
        {own.proofs.length > 0 && (
          <Card>
            <ul className={account.rows}>
              {own.proofs.map((proof) => (
                <ProofRow
                  key={proof.id}
                  proof={proof}
                  onWithdrawn={(left) => {
                    replace(left);
                    setSaid(m.proof_withdrawn());
                    // The row that had the focus is gone.
                    document.getElementById('proofs')?.focus();
                  }}
                />
              ))}
            </ul>
          </Card>
        )}
      </Section>
    </>
  );
}

function Says({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className={layout.part}>
      <h2>{heading}</h2>
      <ul className={account.list}>{children}</ul>
    </div>
  );
}

function Make({ onMade }: { onMade: (code: string) => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    const made = await call('POST /v2/account/proofs', {});
    if (made.ok) {
      saveBase64Pdf(made.data.pdfBase64, made.data.fileName);
      await onMade(made.data.code);
    }
    setBusy(false);
    if (!made.ok) showError(made.problem);
  };
  return (
    <div>
      <Button waiting={busy} onClick={() => void make()}>
        {m.proof_make()}
      </Button>
    </div>
  );
}
