import { useId, useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { ConsentFields } from '#web/checkout/review/ConsentFields.tsx';
import { inviteLoaded } from '#web/join-session/invite-transitions.ts';
import { inviteAccess } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { invalidInvite } from '../your-details/save-details.ts';

type Props = { onDone: () => void; onBack: () => void; onProblem: (problem: CallProblem) => boolean };
type Consent = { terms: boolean; marketing: boolean };

/** The consents of a parent who pays nothing and so never sees the review. */
async function saveConsents({ marketing }: Consent) {
  const access = inviteAccess(joinSession());
  if (!access) return invalidInvite();
  const { userId, headers } = access;
  const news = await call('PUT /v2/invites/marketing-opt-in', { headers, body: { userId, value: marketing } });
  if (!news.ok) return news;
  const agreed = await call('PUT /v2/invites/terms', { headers, body: { userId } });
  if (agreed.ok) changeSession(inviteLoaded(agreed.data));
  return agreed;
}

export function TermsStep({ onDone, onBack, onProblem }: Props) {
  const termsId = useId();
  const [consent, setConsent] = useState<Consent>({ terms: false, marketing: false });
  const [showsMissing, setShowsMissing] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [shownError, setShownError] = useState<string | null>(null);
  const submit = async () => {
    if (waiting) return;
    setWaiting(true);
    setShownError(null);
    const result = await saveConsents(consent);
    setWaiting(false);
    if (result.ok) return onDone();
    if (!onProblem(result.problem)) setShownError(result.problem.message);
  };
  const explain = () => {
    setShowsMissing(true);
    document.getElementById(termsId)?.focus();
  };
  return (
    <>
      <ConsentFields
        consent={consent}
        onChange={setConsent}
        termsId={termsId}
        error={showsMissing && !consent.terms ? m.field_terms_required() : undefined}
      />
      <div role="alert">
        {shownError !== null && (
          <Notice tone="error">
            <p>{shownError}</p>
          </Notice>
        )}
      </div>
      <Actions>
        <Button
          waiting={waiting}
          blockedReason={consent.terms ? undefined : m.payment_missing_consent()}
          onBlockedClick={explain}
          onClick={() => void submit()}
        >
          {m.payment_continue()}
        </Button>
        <Button variant="link" onClick={onBack}>
          {m.payment_back()}
        </Button>
      </Actions>
    </>
  );
}
