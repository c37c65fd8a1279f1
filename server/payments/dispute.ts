import type { DisputeState, GatewayDispute } from '../gateways/payment/port.ts';

/**
 * The allowed state transitions. Reports arrive in any order and repeatedly, so a transition that is not listed is
 * outdated. Of two contradicting decisions the later one counts.
 */
const nextStates: Record<DisputeState, readonly DisputeState[]> = {
  OPEN: ['DISPUTED', 'UNDER_REVIEW', 'EXPIRED', 'ACCEPTED', 'LOST', 'WON'],
  DISPUTED: ['UNDER_REVIEW', 'EXPIRED', 'ACCEPTED', 'LOST', 'WON'],
  UNDER_REVIEW: ['EXPIRED', 'ACCEPTED', 'LOST', 'WON'],
  EXPIRED: ['ACCEPTED', 'LOST', 'WON'],
  ACCEPTED: ['LOST', 'WON'],
  LOST: ['WON'],
  WON: ['LOST'],
};
const decisions: ReadonlySet<DisputeState> = new Set(['LOST', 'WON']);

type DisputeStatus = { state: DisputeState; stateAt: Date };

/**
 * Whether a report is newer than the known state: a later state, or the same state at a later time. An older report
 * changes neither state nor amount.
 */
export function isNewer(reported: DisputeStatus, known: DisputeStatus): boolean {
  const isLater = reported.stateAt >= known.stateAt;
  if (reported.state === known.state) return isLater;
  return nextStates[known.state].includes(reported.state) && (isLater || !decisions.has(known.state));
}

/**
 * Where the money is. `ASKED`: with us, during a retrieval request. `HELD`: with the bank until it decides. `STANDS`:
 * with us, won. `RETURNED`: with the payer.
 */
export type DisputePhase = 'ASKED' | 'HELD' | 'STANDS' | 'RETURNED';

const phases: Record<DisputeState, DisputePhase> = {
  OPEN: 'HELD',
  DISPUTED: 'HELD',
  UNDER_REVIEW: 'HELD',
  WON: 'STANDS',
  // Not answered in time, or accepted: the bank decides in its customer's favour.
  EXPIRED: 'RETURNED',
  ACCEPTED: 'RETURNED',
  LOST: 'RETURNED',
};

export function phaseOf({ kind, state }: Pick<GatewayDispute, 'kind' | 'state'>): DisputePhase {
  return kind === 'RETRIEVAL' ? 'ASKED' : phases[state];
}

/** The amount that the bank returned to the payer, in cents. A dispute may be won in part. */
export function returnedOf(dispute: Pick<GatewayDispute, 'kind' | 'state' | 'amountCents' | 'wonCents'>): number {
  const { amountCents, wonCents } = dispute;
  const phase = phaseOf(dispute);
  if (phase === 'STANDS') return Math.max(0, amountCents - (wonCents ?? amountCents));
  return phase === 'RETURNED' ? amountCents : 0;
}
