import type { BraintreeGateway } from 'braintree';
import type {
  DeleteOutcome,
  FindMethodOutcome,
  NonceOutcome,
  UpdatedCards,
  VaultOutcome,
  VaultRequest,
} from '../port.ts';
import { readCreatedNonce, readVaultedAuthentication, readVaultedMethod, verificationDecline } from './answers.ts';
import type { CheckAuthentication } from './authentication-check.ts';
import type { EnsureCustomer } from './customers.ts';
import type { MerchantAccount } from './merchant-account.ts';
import { vaultRequest } from './requests.ts';
import { type CallGateway, isNotFound } from './transport.ts';
import { codesOrNull, rejectionOf } from './validation-codes.ts';

const largestReport = 20_000_000;

type StoredMethodsOptions = {
  sdk: BraintreeGateway;
  call: CallGateway;
  checkAuthentication: CheckAuthentication;
  ensureCustomer: EnsureCustomer;
  merchantAccount: MerchantAccount;
};

/** Methods in the vault: stored without a charge, read, updated by their banks, and deleted. */
export function createStoredMethods({
  sdk,
  call,
  checkAuthentication,
  ensureCustomer,
  merchantAccount,
}: StoredMethodsOptions) {
  async function vault(request: VaultRequest): Promise<VaultOutcome> {
    const { nonce, authentication: rule, cardsOnly, customer } = request;
    const checking = checkAuthentication({ nonce, rule, cardsOnly });
    const [checked, missing] = await Promise.all([checking, ensureCustomer(customer)]);
    if ('outcome' in checked) return checked;
    if (missing) return missing;
    const { isCardAuthenticated } = checked;
    const body = vaultRequest(request, { merchantAccountId: merchantAccount.id, isCardAuthenticated });
    return call(async (): Promise<VaultOutcome> => {
      const answer = await sdk.paymentMethod.create(body);
      const codes = codesOrNull(answer);
      if (codes) return verificationDecline(Reflect.get(answer, 'verification')) ?? rejectionOf(codes);
      const paymentMethod = readVaultedMethod(answer.paymentMethod);
      return paymentMethod
        ? { outcome: 'vaulted', paymentMethod, authentication: readVaultedAuthentication(answer.paymentMethod) }
        : { outcome: 'unknown', cause: 'unreadable' };
    });
  }

  async function findPaymentMethod({ token }: { token: string }): Promise<FindMethodOutcome> {
    return call(async (): Promise<FindMethodOutcome> => {
      try {
        const paymentMethod = readVaultedMethod(await sdk.paymentMethod.find(token));
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
        const nonce = readCreatedNonce((await sdk.paymentMethodNonce.create(token)).paymentMethodNonce);
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

  return { vault, findPaymentMethod, createNonce, readUpdatedCards, deletePaymentMethod };
}
