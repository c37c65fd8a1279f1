import { call } from '#web/api/call.ts';
import { signedInHolder } from '#web/checkout/methods/signed-in-holder.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { authenticateCard } from '#web/payment-methods/three-d-secure/authenticate-card.ts';
import { authenticationText } from '#web/payment-methods/three-d-secure/authentication-texts.ts';

type AuthenticationParams = { amountCents: number; challenge: boolean };

/** The server knows the stored method. `nonce`: of its card, after an authentication. */
export type MethodOnFile = { paymentType: null; nonce: string | null; deviceData: null };
export const methodOnFile: MethodOnFile = { paymentType: null, nonce: null, deviceData: null };

/** The stored card, its holder authenticated where required. `missing`: why it cannot pay now. */
export async function cardOnFile({
  amountCents,
  challenge,
}: AuthenticationParams): Promise<MethodOnFile | { missing: string }> {
  const prepared = await call('POST /v2/account/payment-method/authentication', { body: { challenge } });
  if (!prepared.ok) return { missing: prepared.problem.message };
  const { card } = prepared.data;
  if (card === null) return methodOnFile;
  const { nonce, bin, country } = card;
  const token = await call('GET /v2/payment-client-token', { query: { country } });
  if (!token.ok) return { missing: token.problem.message };
  const authenticated = await authenticateCard(
    { nonce, bin, amountCents, challenge, isStored: false, ...signedInHolder() },
    { clientToken: { status: 'ready', ...token.data }, language: currentLanguage() },
  );
  return authenticated.ok
    ? { ...methodOnFile, nonce: authenticated.nonce }
    : { missing: authenticationText(authenticated.code) };
}
