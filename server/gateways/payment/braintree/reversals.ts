import type { BraintreeGateway } from 'braintree';
import * as z from 'zod';
import type { FindRefundOutcome, FindReversalsOutcome, RefundOutcome, VoidOutcome } from '../port.ts';
import { toCents, toDecimal } from './amounts.ts';
import { isCharged, readTransaction, type Transaction } from './answers.ts';
import { refusesKey } from './idempotency-key.ts';
import type { Search } from './search.ts';
import './sdk-types.ts';
import { type CallGateway, isNotFound } from './transport.ts';
import { codesOrNull, type GatewayResult, rejectionOf } from './validation-codes.ts';

const refundResult = z.looseObject({
  refundIds: z
    .array(z.string())
    .nullish()
    .transform((ids) => ids ?? []),
});

type ReversalsOptions = {
  sdk: BraintreeGateway;
  call: CallGateway;
  search: Search;
  onKeysNotAllowed: () => void;
};

/** Voids a sale before it settles; refunds it, wholly or in part, afterwards. */
export function createReversals({ sdk, call, search, onKeysNotAllowed }: ReversalsOptions) {
  /** Needs no idempotency key: a void cannot be repeated. */
  async function voidSale({ transactionId }: { transactionId: string }): Promise<VoidOutcome> {
    return call(async (): Promise<VoidOutcome> => {
      try {
        const answer = await sdk.transaction.void(transactionId);
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
    return call(async () => {
      try {
        const keyed = await sdk.transaction.refund(transactionId, { amount, apiRequestKey: idempotencyKey });
        if (!refusesKey(keyed, onKeysNotAllowed)) return readRefund(keyed);
        // Without a key only an order id of its own shows whether the partial refund was already made.
        const existing = await search({ orderId: idempotencyKey, type: 'credit', amount });
        if ('outcome' in existing) return existing;
        const credit = existing.found.find(isCharged);
        if (credit) return refunded(credit);
        return readRefund(await sdk.transaction.refund(transactionId, { amount, orderId: idempotencyKey }));
      } catch (error) {
        if (isNotFound(error)) return { outcome: 'refused', reason: 'not_found', code: 'notFoundError' } as const;
        throw error;
      }
    });
  }

  async function findRefund({ refundId }: { refundId: string }): Promise<FindRefundOutcome> {
    return call(async (): Promise<FindRefundOutcome> => {
      try {
        const credit = readTransaction(await sdk.transaction.find(refundId));
        if (!credit) return { outcome: 'unknown', cause: 'unreadable' };
        if (credit.status === 'settled') return { outcome: 'settled' };
        return isCharged(credit) ? { outcome: 'settling' } : { outcome: 'failed', code: failureOf(credit) };
      } catch (error) {
        if (isNotFound(error)) return { outcome: 'absent' };
        throw error;
      }
    });
  }

  async function findReversals({ transactionId }: { transactionId: string }): Promise<FindReversalsOutcome> {
    return call(async (): Promise<FindReversalsOutcome> => {
      const unreadable = { outcome: 'unknown', cause: 'unreadable' } as const;
      const answer: unknown = await sdk.transaction.find(transactionId);
      const [sale, refundIds] = [readTransaction(answer), refundResult.safeParse(answer).data?.refundIds];
      if (!sale || !refundIds) return unreadable;
      const credits: { refundId: string; amountCents: number }[] = [];
      for (const refundId of refundIds) {
        const credit = readTransaction(await sdk.transaction.find(refundId));
        const amountCents = credit && toCents(credit.amount);
        if (!credit || amountCents === null) return unreadable;
        if (isCharged(credit)) credits.push({ refundId, amountCents });
      }
      return { outcome: 'found', isVoided: sale.status === 'voided', credits };
    });
  }

  return { voidSale, refund, findRefund, findReversals };
}

/** Why a refund failed: the bank's code, else the gateway's status. */
export function failureOf(
  credit: Pick<Transaction, 'processorSettlementResponseCode' | 'processorResponseCode' | 'status'>,
) {
  return credit.processorSettlementResponseCode ?? credit.processorResponseCode ?? credit.status;
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
  return credit ? refunded(credit) : { outcome: 'unknown', cause: 'unreadable' };
}

function refunded({ id, amount }: Transaction): RefundOutcome {
  const amountCents = toCents(amount);
  return amountCents === null
    ? { outcome: 'unknown', cause: 'unreadable' }
    : { outcome: 'refunded', refundId: id, amountCents };
}
