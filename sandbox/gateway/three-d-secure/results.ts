import { randomBytes, randomUUID } from 'node:crypto';
import type { AuthenticationCase, Card, ThreeDSecureInfo } from '../records.ts';

type Result = Pick<ThreeDSecureInfo, 'status' | 'enrolled' | 'transStatus'>;

const challengeRequired: Result = { status: 'challenge_required', enrolled: 'Y', transStatus: 'C' };
export const results: Record<AuthenticationCase, { lookup: Result; challenge?: Result }> = {
  frictionless_successful: { lookup: { status: 'authenticate_successful', enrolled: 'Y', transStatus: 'Y' } },
  frictionless_failed: { lookup: { status: 'authenticate_frictionless_failed', enrolled: 'Y', transStatus: 'N' } },
  attempted: { lookup: { status: 'authenticate_attempt_successful', enrolled: 'Y', transStatus: 'A' } },
  unavailable: { lookup: { status: 'authenticate_unable_to_authenticate', enrolled: 'Y', transStatus: 'U' } },
  rejected: { lookup: { status: 'authenticate_rejected', enrolled: 'Y', transStatus: 'R' } },
  lookup_unavailable: { lookup: { status: 'authentication_unavailable', enrolled: 'U', transStatus: 'U' } },
  lookup_error: { lookup: { status: 'lookup_error', enrolled: 'U', transStatus: null } },
  lookup_timed_out: { lookup: { status: 'lookup_failed_acs_error', enrolled: 'U', transStatus: null } },
  bypassed: { lookup: { status: 'lookup_bypassed', enrolled: 'B', transStatus: null } },
  challenge_successful: {
    lookup: challengeRequired,
    challenge: { status: 'authenticate_successful', enrolled: 'Y', transStatus: 'Y' },
  },
  challenge_failed: {
    lookup: challengeRequired,
    challenge: { status: 'authenticate_failed', enrolled: 'Y', transStatus: 'N' },
  },
  challenge_unavailable: {
    lookup: challengeRequired,
    challenge: { status: 'authenticate_unable_to_authenticate', enrolled: 'Y', transStatus: 'U' },
  },
  challenge_error: {
    lookup: challengeRequired,
    challenge: { status: 'authenticate_error', enrolled: 'Y', transStatus: null },
  },
};
export const refusedChallenge: Result = { status: 'authenticate_failed', enrolled: 'Y', transStatus: 'N' };

const eciFlags = { Y: '05', A: '06', other: '07' } as const;
const masterCardFlags = { Y: '02', A: '01', other: '00' } as const;

export function infoOf({
  card,
  result,
  ...known
}: { card: Card; result: Result } & Pick<ThreeDSecureInfo, 'isChallenged' | 'amountCents'>): ThreeDSecureInfo {
  const liabilityShifted = result.transStatus === 'Y' || result.transStatus === 'A';
  const flags = card.cardType === 'MasterCard' ? masterCardFlags : eciFlags;
  const eciKey = result.transStatus === 'Y' || result.transStatus === 'A' ? result.transStatus : 'other';
  return {
    ...result,
    liabilityShifted,
    liabilityShiftPossible: result.enrolled === 'Y',
    version: '2.2.0',
    eciFlag: result.transStatus === 'C' ? null : flags[eciKey],
    cavv: liabilityShifted ? randomBytes(20).toString('base64') : null,
    dsTransactionId: randomUUID(),
    ...known,
  };
}

const fakeResults = {
  'successful-frictionless-authentication': results.frictionless_successful.lookup,
  'successful-step-up-authentication': results.challenge_successful.challenge ?? challengeRequired,
  'error-on-lookup': results.lookup_error.lookup,
  'timeout-on-lookup': results.lookup_timed_out.lookup,
};

/** The authentications of the SDK's test nonces, by the end of their names. */
export function fakeAuthentications(card: Card): [string, ThreeDSecureInfo][] {
  return Object.entries(fakeResults).map(([name, result]) => [
    `fake-three-d-secure-two-visa-${name}-nonce`,
    infoOf({ card, result, isChallenged: name.includes('step-up') }),
  ]);
}
