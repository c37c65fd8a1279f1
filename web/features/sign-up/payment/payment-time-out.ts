import { call } from '#web/api/call.ts';
import type { PayOutcome } from '#web/checkout/paying/pay-outcome.ts';
import { registrationAccess } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { paymentStarted, timeOutMoved } from '#web/join-session/transitions.ts';

let submissions = 0;

/**
 * Pay is pressed: until it is known what became of it nothing is removed, for the order may be paid. The server closes
 * no such sign-up either.
 */
export function stopTimeOut(): void {
  submissions += 1;
  changeSession(paymentStarted);
}

/** What an answer about the payment means for the time-out: it begins anew once no money moved. */
export function timeOutAfter({ kind }: Pick<PayOutcome, 'kind'>): void {
  if (kind === 'confirming') stopTimeOut();
  else if (kind !== 'paid' && kind !== 'unknown' && kind !== 'leave' && joinSession().expiresAt === null)
    void beginTimeOut();
}

/** Unheard it leaves the time-out to the server, which refuses the next call of a sign-up it has closed. */
async function beginTimeOut(): Promise<void> {
  const access = registrationAccess(joinSession());
  if (!access) return;
  const submissionsBefore = submissions;
  const result = await call('POST /v2/registrations/:signupId/extension', access);
  const isSame = submissions === submissionsBefore && joinSession().signupId === access.params.signupId;
  if (result.ok && isSame) changeSession(timeOutMoved(result.data.expiresAt));
}
