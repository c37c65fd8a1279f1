import { keys, startGateway } from '#sandbox/gateway/gateway-under-test.ts';
import { createBraintreeGateway } from '#server/gateways/payment/braintree/braintree-gateway.ts';
import type { GatewayCustomer, SaleRequest } from '#server/gateways/payment/port.ts';

type Sale = Partial<SaleRequest> & { card?: { number?: string; cvv?: string } };

/** The sandbox's merchant account; the only one in these tests. */
export const booked = {
  merchantAccount: { id: 'sandbox_usd', currency: 'USD' },
  onMisplaced: (sale: object) => {
    throw new Error(`A sale was booked to another account: ${JSON.stringify(sale)}`);
  },
  onKeysNotAllowed: () => {
    throw new Error('The sandbox takes idempotency keys');
  },
};

export const billing = {
  line1: '1 Elm Street',
  line2: null,
  city: 'Minneapolis',
  region: 'MN',
  postalCode: '55401',
  country: 'US',
};

export const newCustomer = (): GatewayCustomer => ({
  id: crypto.randomUUID(),
  firstName: 'Ana',
  lastName: "O'Brien-Þórsson",
  email: 'ana@example.com',
});

/** The adapter with its own sandbox, and helpers to send sales. */
export async function startBraintree() {
  const sandbox = await startGateway();
  const gateway = createBraintreeGateway({ environment: { url: sandbox.url }, ...keys, ...booked, timeoutMs: 5_000 });

  async function saleOf({ card = {}, ...rest }: Sale = {}): Promise<SaleRequest> {
    return {
      orderId: crypto.randomUUID(),
      amountCents: 4999,
      source: { nonce: rest.source ? '' : await sandbox.cardNonce(card) },
      customer: newCustomer(),
      billing,
      cardholderName: 'Ana Þórsson',
      storeInVault: true,
      deviceData: null,
      recurring: 'first',
      authentication: 'if_present',
      cardsOnly: false,
      ...rest,
    };
  }

  async function paid(more: Sale = {}) {
    const outcome = await gateway.sale(await saleOf(more));
    if (outcome.outcome !== 'approved') throw new Error(`Expected an approval, got ${JSON.stringify(outcome)}`);
    return outcome;
  }

  return { sandbox, gateway, saleOf, paid };
}
