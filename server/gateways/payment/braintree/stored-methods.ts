import type { BraintreeGateway } from 'braintree';
import type { DeleteOutcome, FindMethodOutcome, NonceOutcome, UpdatedCards } from '../port.ts';
import { readKeptMethod, readMadeNonce } from './answers.ts';
import { type CallGateway, isNotFound } from './transport.ts';

const largestReport = 20_000_000;

/** Methods in the vault: what they are now, which of them banks have replaced, and their end. */
export function createStoredMethods({ sdk, call }: { sdk: BraintreeGateway; call: CallGateway }) {
  async function findPaymentMethod({ token }: { token: string }): Promise<FindMethodOutcome> {
    return call(async (): Promise<FindMethodOutcome> => {
      try {
        const paymentMethod = readKeptMethod(await sdk.paymentMethod.find(token));
        return paymentMethod ? { outcome: 'found', paymentMethod } : { outcome: 'unknown', cause: 'unreadable' };
      } catch (error) {
        if (isNotFound(error)) return { outcome: 'gone' };
        throw error;
      }
    });
  }

  async function createNonce({ token }: { token: string }): Promise<NonceOutcome> {
    return call(async (): Promise<NonceOutcome> => {
      try {
        const nonce = readMadeNonce((await sdk.paymentMethodNonce.create(token)).paymentMethodNonce);
        return nonce ? { outcome: 'made', ...nonce } : { outcome: 'unknown', cause: 'unreadable' };
      } catch (error) {
        if (isNotFound(error)) return { outcome: 'gone' };
        throw error;
      }
    });
  }

  /**
   * The URL comes from a report signed by Braintree. Its columns are matched by content, because only the token's is
   * certain.
   */
  async function readUpdatedCards({ reportUrl }: { reportUrl: string }): Promise<UpdatedCards> {
    const answer = await fetch(reportUrl, { signal: AbortSignal.timeout(sdk.config.timeout) }).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => null) : null;
    if (text === null || text.length > largestReport) return { outcome: 'unknown', cause: 'connection' };
    return { outcome: 'read', tokens: [...new Set(text.match(/[a-z0-9_-]{4,36}/gi))] };
  }

  async function deletePaymentMethod({ token }: { token: string }): Promise<DeleteOutcome> {
    return call(async () => {
      try {
        await sdk.paymentMethod.delete(token);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
      return { outcome: 'deleted' } as const;
    });
  }

  return { findPaymentMethod, createNonce, readUpdatedCards, deletePaymentMethod };
}
