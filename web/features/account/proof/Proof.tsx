import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { maxProofs } from '#contract/account/proof-code.ts';
import type { proofs } from '#contract/api/proofs.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { saveBase64Pdf } from '#web/api/save-file.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { AccountPage, CardSkeletons } from '../AccountPage.tsx';
import account from '../account.module.css';
import { Section } from '../Section.tsx';
import { ProofRow } from './ProofRow.tsx';

/** Proofs of enrolment: their content and audience, creating one, and withdrawing earlier ones. */
export function Screen() {
  const answer = useSignedInQuery('GET /v2/account/proofs', {});
  return (
    <AccountPage heading={m.proof_title()} lead={m.proof_lead()}>
      {answer.state === 'failed' && <LoadError problem={answer.problem} onRetry={answer.retry} />}
      {answer.state === 'loading' && <CardSkeletons count={2} />}
      {answer.state === 'ready' && (
        <ProofSections ownProofs={answer.data} replace={answer.replace} refresh={answer.refresh} />
      )}
    </AccountPage>
  );
}

type OwnProofs = z.output<typeof proofs>;
type Props = { ownProofs: OwnProofs; replace: (ownProofs: OwnProofs) => void; refresh: () => Promise<void> };

function ProofSections({ ownProofs, replace, refresh }: Props) {
  const [announcement, setAnnouncement] = useState('');
  return (
    <>
      <div className={account.section}>
        <Card>
          <p>
            {ownProofs.enrolledSince === null
              ? m.proof_not_enrolled()
              : m.proof_since_text({ date: longDay(ownProofs.enrolledSince) })}
          </p>
          <ProofContents heading={m.proof_says()}>
            <li>{m.proof_says_name()}</li>
            <li>{m.proof_says_since()}</li>
            <li>{m.proof_says_issued()}</li>
          </ProofContents>
          <ProofContents heading={m.proof_says_not()}>
            <li>{m.proof_not_contact()}</li>
            <li>{m.proof_not_plan()}</li>
            <li>{m.proof_not_others()}</li>
          </ProofContents>
          <p>{m.proof_who_checks()}</p>
          <LiveText>{announcement !== '' && <Notice tone="success">{announcement}</Notice>}</LiveText>
          {ownProofs.proofs.length >= maxProofs && <p>{m.proof_most()}</p>}
          {ownProofs.enrolledSince !== null && ownProofs.proofs.length < maxProofs && (
            <CreateProof
              onCreated={async (code) => {
                await refresh();
                setAnnouncement(m.proof_made({ code }));
              }}
            />
          )}
        </Card>
      </div>
      <Section id="proofs" heading={m.proof_list_heading()}>
        {ownProofs.proofs.length === 0 && <p>{m.proof_none()}</p>}
        {ownProofs.proofs.length > 0 && (
          <Card>
            <ul className={account.rows}>
              {ownProofs.proofs.map((proof) => (
                <ProofRow
                  key={proof.id}
                  proof={proof}
                  onWithdrawn={(left) => {
                    replace(left);
                    setAnnouncement(m.proof_withdrawn());
                    // The focused row is removed.
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

function ProofContents({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className={layout.part}>
      <h2>{heading}</h2>
      <ul className={account.list}>{children}</ul>
    </div>
  );
}

function CreateProof({ onCreated }: { onCreated: (code: string) => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const createProof = async () => {
    setBusy(true);
    const created = await call('POST /v2/account/proofs', {});
    if (created.ok) {
      saveBase64Pdf(created.data.pdfBase64, created.data.fileName);
      await onCreated(created.data.code);
    }
    setBusy(false);
    if (!created.ok) showError(created.problem);
  };
  return (
    <div>
      <Button waiting={busy} onClick={() => void createProof()}>
        {m.proof_make()}
      </Button>
    </div>
  );
}
