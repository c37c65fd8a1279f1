import type { BraintreeGateway } from 'braintree';
import { PaymentGatewayFault } from '../port.ts';
import { causeOf, withinDeadline } from './transport.ts';

type TokenOptions = { sdk: BraintreeGateway; merchantAccountId: string; timeoutMs: number };

/** Returns what creates the token with which the browser shows card fields and wallets. Throws PaymentGatewayFault. */
export function createClientToken({ sdk, merchantAccountId, timeoutMs }: TokenOptions): () => Promise<string> {
  return async () => {
    try {
      const call = () => sdk.clientToken.generate({ merchantAccountId });
      const { clientToken: token } = await withinDeadline({ timeoutMs, call });
      if (typeof token === 'string' && token !== '') return token;
    } catch (error) {
      throw new PaymentGatewayFault(causeOf(error), { cause: error });
    }
    throw new PaymentGatewayFault('unreadable', { cause: null });
  };
}
