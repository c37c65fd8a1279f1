import { addressInMinnesota, send } from '../sign-up.ts';
import type { TestSite } from '../site.ts';

/** A country where authentication is required by law. */
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
/** Cards authenticated frictionless and by challenge, for any amount. */
export const frictionless = 'fake-three-d-secure-two-visa-successful-frictionless-authentication-nonce';
export const stepUp = 'fake-three-d-secure-two-visa-successful-step-up-authentication-nonce';

/** The 3-D Secure look-up of a browser, frictionless; of a new card if no nonce is given. */
export async function lookUp(
  site: TestSite,
  { nonce, cents }: { nonce: string | null; cents: number },
): Promise<string> {
  const { body } = await send<{ clientToken: string }>(site.app, { method: 'GET', path: '/v2/payment-client-token' });
  const token = JSON.parse(atob(body.clientToken)) as { clientApiUrl: string; authorizationFingerprint: string };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${token.clientApiUrl}/v1/payment_methods/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ authorizationFingerprint: token.authorizationFingerprint, ...body }),
    });
    return (await answer.json()) as { creditCards: { nonce: string }[]; paymentMethod: { nonce: string } };
  };
  const creditCard = { number: '4000000000002701', expirationDate: '12/35', cvv: '123' };
  const card = nonce ?? (await post('credit_cards', { creditCard })).creditCards[0]?.nonce;
  return (await post(`${card}/three_d_secure/lookup`, { amount: (cents / 100).toFixed(2) })).paymentMethod.nonce;
}
