import { createHash } from 'node:crypto';
import type { GatewayContext, Refused } from './gateway-context.ts';
import { type Params, text } from './params.ts';
import type { TransactionRecord } from './records.ts';
import { findTransaction } from './transactions/transactions.ts';
import { validationError } from './validation-errors.ts';

const longestKey = 255;
/** Setting: `no` for a merchant without idempotency keys. */
export const keysAllowed = 'idempotency-keys';
const keyLifeMs = 30 * 24 * 60 * 60 * 1000;

/** `isRepeat`: the key was known, and nothing was done again. */
export type KeyedAnswer = { transaction: TransactionRecord; httpStatus: number; isRepeat: boolean };

/** Keys whose first request is still being processed. */
export type InFlight = Set<string>;

/**
 * At most once per key within 30 days: the same request gets the current state of what it created; a different request
 * under the key is refused. A request with invalid fields moved nothing, and its key can be used for nothing else.
 */
export async function answerOnce(call: {
  context: GatewayContext;
  inFlight: InFlight;
  operation: string;
  params: Params;
  perform(): Promise<KeyedAnswer | Refused>;
}): Promise<KeyedAnswer | Refused> {
  const { params } = call;
  const key = text(params, 'api_request_key');
  if (key === null) return call.perform();
  if (call.context.store.settings.get(keysAllowed)?.value === 'no') return keyRefused('915231');
  if (key.length > longestKey) return keyRefused('915230');
  if (call.inFlight.has(key)) return keyRefused('915233');
  call.inFlight.add(key);
  try {
    return await answerKeyed({ ...call, key });
  } finally {
    call.inFlight.delete(key);
  }
}

async function answerKeyed(call: {
  context: GatewayContext;
  operation: string;
  params: Params;
  key: string;
  perform(): Promise<KeyedAnswer | Refused>;
}): Promise<KeyedAnswer | Refused> {
  const { context, params, key } = call;
  const requestHash = hashOf({ operation: call.operation, params });
  const stored = context.store.keys.get(key);
  if (stored && context.clock.now().getTime() - Date.parse(stored.createdAt) < keyLifeMs) {
    if (stored.requestHash !== requestHash) return keyRefused('915232');
    if (stored.transactionId === null) return keyRefused('915234');
    const transaction = findTransaction({ context, id: stored.transactionId });
    if (!transaction) throw new Error(`Idempotency key refers to missing transaction ${stored.transactionId}`);
    return { transaction, httpStatus: stored.httpStatus, isRepeat: true };
  }
  const answer = await call.perform();
  const outcome = 'errors' in answer ? { transactionId: null, httpStatus: 422 } : storedAnswer(answer);
  context.store.keys.put(key, { key, requestHash, ...outcome, createdAt: context.clock.now().toISOString() });
  return answer;
}

function storedAnswer({ transaction, httpStatus }: KeyedAnswer) {
  return { transactionId: transaction.id, httpStatus };
}

function keyRefused(code: string): Refused {
  return { errors: [validationError('transaction', 'api_request_key', code)] };
}

function hashOf({ operation, params }: { operation: string; params: Params }): string {
  return createHash('sha256')
    .update(JSON.stringify([operation, sorted(params)]))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => [key, sorted(each)]);
}
