import type { BraintreeGateway } from 'braintree';
import type { RefundOutcome, VoidOutcome } from '../port.ts';
import { toCents, toDecimal } from './amounts.ts';
import { isCharged, readTransaction } from './answers.ts';
import './sdk-types.ts';
import { type Ask, isNotFound } from './transport.ts';
import { type GatewayResult, codesOrNull, rejectionOf } from './validation-codes.ts';

/** Takes money back: a void while the sale has not settled, a refund of all or a part afterwards. */
export function createReversals({ sdk, ask }: { sdk: BraintreeGateway; ask: Ask }) {
  async function voidSale({
    transactionId,
    idempotencyKey,
  }: {
    transactionId: string;
    idempotencyKey: string;
  }): Promise<VoidOutcome> {
    return ask(async (): Promise<VoidOutcome> => {
      try {
        const answer = await sdk.transaction.void(transactionId, { apiRequestKey: idempotencyKey });
        const codes = codesOrNull(answer);
        if (codes === null)
          return readTransaction(answer.transaction)?.status === 'voided'
            ? { outcome: 'voided' }
            : { outcome: 'unknown', cause: 'unreadable' };
        const rejection = rejectionOf(codes);
        if (rejection.outcome === 'unknown') return rejection;
        const now = readTransaction(await sdk.transaction.find(transactionId));
        const reason = now?.status === 'voided' ? 'already_voided' : now && isCharged(now) ? 'settled' : 'other';
        return { outcome: 'refused', reason, code: codes[0] ?? '' };
      } catch (error) {
        if (isNotFound(error)) return { outcome: 'refused', reason: 'not_found', code: 'notFoundError' };
        throw error;
      }
    });
  }

  async function refund({
    transactionId,
    amountCents,
    idempotencyKey,
  }: {
    transactionId: string;
    amountCents: number;
    idempotencyKey: string;
  }): Promise<RefundOutcome> {
    const amount = toDecimal(amountCents);
    return ask(async () => {
      try {
        return readRefund(await sdk.transaction.refund(transactionId, { amount, apiRequestKey: idempotencyKey }));
      } catch (error) {
        if (isNotFound(error)) return { outcome: 'refused', reason: 'not_found', code: 'notFoundError' } as const;
        throw error;
      }
    });
  }

  return { voidSale, refund };
}

const refundRefusals: Record<string, Extract<RefundOutcome, { outcome: 'refused' }>['reason']> = {
  '91506': 'not_settled',
  '91574': 'not_settled',
  '91512': 'already_refunded',
  '91521': 'too_large',
  '915200': 'declined',
  '915201': 'declined',
};

function readRefund(answer: GatewayResult & { transaction: unknown }): RefundOutcome {
  const credit = readTransaction(answer.transaction);
  const codes = codesOrNull(answer);
  if (credit && codes)
    return { outcome: 'refused', reason: 'declined', code: credit.processorResponseCode ?? credit.status };
  if (codes) {
    const rejection = rejectionOf(codes);
    const [code = ''] = codes;
    return rejection.outcome === 'unknown'
      ? rejection
      : { outcome: 'refused', reason: refundRefusals[code] ?? 'other', code };
  }
  const amountCents = credit && toCents(credit.amount);
  return credit && amountCents !== null
    ? { outcome: 'refunded', refundId: credit.id, amountCents }
    : { outcome: 'unknown', cause: 'unreadable' };
}
