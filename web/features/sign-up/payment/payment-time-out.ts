import { call } from '#web/api/call.ts';
import type { PayOutcome } from '#web/checkout/paying/pay-outcome.ts';
import { registrationAccess } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { paymentStarted, timeOutMoved } from '#web/join-session/transitions.ts';

let submissions = 0;

/**
 * A payment was submitted: until its outcome is known the sign-up must not time out, because it may be paid. The server
 * does not close it either.
 */
export function stopTimeOut(): void {
  submissions += 1;
  changeSession(paymentStarted);
}

/** Stops or restarts the time-out by the payment's outcome: it restarts once no money has moved. */
export function updateTimeOut({ kind }: Pick<PayOutcome, 'kind'>): void {
  if (kind === 'confirming') stopTimeOut();
  else if (kind !== 'paid' && kind !== 'unknown' && kind !== 'leave' && joinSession().expiresAt === null)
    void restartTimeOut();
}

/** If this call fails, the server's own time-out applies and rejects the next call. */
async function restartTimeOut(): Promise<void> {
  const access = registrationAccess(joinSession());
  if (!access) return;
  const submissionsBefore = submissions;
  const result = await call('POST /v2/registrations/:signupId/extension', access);
  const isSame = submissions === submissionsBefore && joinSession().signupId === access.params.signupId;
  if (result.ok && isSame) changeSession(timeOutMoved(result.data.expiresAt));
}
