import type { BraintreeGateway } from 'braintree';
import * as z from 'zod';
import type { Day } from '#contract/fields/day.ts';
import type { DisputeState, FindDisputesOutcome, GatewayDispute } from '../port.ts';
import { toCents } from './amounts.ts';
import type { CallGateway } from './transport.ts';

const states: Record<string, DisputeState> = {
  open: 'OPEN',
  disputed: 'DISPUTED',
  under_review: 'UNDER_REVIEW',
  expired: 'EXPIRED',
  accepted: 'ACCEPTED',
  auto_accepted: 'ACCEPTED',
  lost: 'LOST',
  won: 'WON',
};
const kinds = { chargeback: 'CHARGEBACK', pre_arbitration: 'PRE_ARBITRATION', retrieval: 'RETRIEVAL' } as const;

const day = z
  .string()
  .nullish()
  .transform((value) => (/^\d{4}-\d\d-\d\d/.exec(value ?? '')?.[0] ?? null) as Day | null);

/** The parts of a dispute that are used. */
export const disputeShape = z
  .looseObject({
    id: z.string().min(1),
    status: z.string(),
    kind: z.enum(['chargeback', 'pre_arbitration', 'retrieval']),
    reason: z.string().nullish(),
    amountDisputed: z.string(),
    amountWon: z.string().nullish(),
    replyByDate: day,
    transaction: z.looseObject({ id: z.string().min(1) }),
  })
  .transform(({ id, status, kind, reason, amountDisputed, amountWon, replyByDate, transaction }, context) => {
    const [state, amountCents] = [states[status], toCents(amountDisputed)];
    if (state === undefined || amountCents === null) {
      context.addIssue('A state or an amount that is not known');
      return z.NEVER;
    }
    const read: GatewayDispute = {
      disputeId: id,
      transactionId: transaction.id,
      kind: kinds[kind],
      state,
      reason: reason || 'general',
      amountCents,
      // Meaningless until the dispute is won, although the gateway fills it in.
      wonCents: state === 'WON' ? toCents(amountWon ?? '') || null : null,
      replyBy: replyByDate,
    };
    return read;
  });

/** The SDK supports this criterion; its published types lack it. */
type Criteria = { receivedDate: () => { min: (day: Day) => void } };

/** Searches for disputes, because notifications get lost. */
export function createDisputeSearch({ sdk, call }: { sdk: BraintreeGateway; call: CallGateway }) {
  async function findDisputes({ receivedSince }: { receivedSince: Day }): Promise<FindDisputesOutcome> {
    return call(async (): Promise<FindDisputesOutcome> => {
      const stream = sdk.dispute.search((search) => (search as unknown as Criteria).receivedDate().min(receivedSince));
      const disputes: GatewayDispute[] = [];
      // The SDK yields null for an empty page.
      for await (const item of stream) {
        const read = disputeShape.safeParse(item).data;
        if (!read) return { outcome: 'unknown', cause: 'unreadable' };
        disputes.push(read);
      }
      return { outcome: 'found', disputes };
    });
  }
  return { findDisputes };
}
