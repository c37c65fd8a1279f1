import type { TestSite } from './site.ts';
import { addressInMinnesota, send } from './sign-up.ts';

/** Where the law has a card's holder authenticated. */
export const inLondon = {
  address: {
    ...addressInMinnesota,
    line1: '10 Baker Street',
    city: 'London',
    region: 'ENG',
    postalCode: 'NW1 6XE',
    country: 'GB',
  },
  timeZone: 'Europe/London',
};
/** Cards whose holder was authenticated, without and with a question, for whatever amount. */
export const frictionless = 'fake-three-d-secure-two-visa-successful-frictionless-authentication-nonce';
export const stepUp = 'fake-three-d-secure-two-visa-successful-step-up-authentication-nonce';

/** As a browser asks the bank of a card, of a new one where no nonce is given; without a question. */
export async function lookUp(
  site: TestSite,
  { nonce, cents }: { nonce: string | null; cents: number },
): Promise<string> {
  const { body } = await send<{ clientToken: string }>(site.app, { method: 'GET', path: '/v2/payment-client-token' });
  const token = JSON.parse(atob(body.clientToken)) as { clientApiUrl: string; authorizationFingerprint: string };
  const ask = async (path: string, asked: object) => {
    const answer = await fetch(`${token.clientApiUrl}/v1/payment_methods/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ authorizationFingerprint: token.authorizationFingerprint, ...asked }),
    });
    return (await answer.json()) as { creditCards: { nonce: string }[]; paymentMethod: { nonce: string } };
  };
  const creditCard = { number: '4000000000002701', expirationDate: '12/35', cvv: '123' };
  const card = nonce ?? (await ask('credit_cards', { creditCard })).creditCards[0]?.nonce;
  return (await ask(`${card}/three_d_secure/lookup`, { amount: (cents / 100).toFixed(2) })).paymentMethod.nonce;
}
