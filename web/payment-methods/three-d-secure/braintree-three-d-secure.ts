import type { BillingAddress, ThreeDSecure } from 'braintree-web/three-d-secure';
import { readBraintreeError } from '../braintree-error.ts';
import type { CardBilling } from '../payment-method.ts';
import {
  type AuthenticationFailure,
  type AuthenticationOutcome,
  type AuthenticationRequest,
  authenticationOutcome,
  type Challenge,
  decimalAmount,
} from './authentication.ts';

const failures: Record<string, AuthenticationFailure> = {
  THREEDS_CARDINAL_SDK_CANCELED: 'closed',
  THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT: 'closed',
  THREEDS_CARDINAL_SDK_RESPONSE_TIMEDOUT: 'timed_out',
  THREEDS_CARDINAL_SDK_SETUP_TIMEDOUT: 'timed_out',
};

type Options = { clientToken: string; challenge: Challenge };

/**
 * 3-D Secure 2 through Braintree. The issuer's page is in a frame of our own, so that our texts surround it and the
 * page's content security policy for styles holds.
 */
export async function authenticateAtBraintree(
  request: AuthenticationRequest,
  { clientToken, challenge }: Options,
): Promise<AuthenticationOutcome> {
  const [{ default: braintreeClient }, { default: threeDSecure }] = await Promise.all([
    import('braintree-web/client'),
    import('braintree-web/three-d-secure'),
  ]);
  const client = await braintreeClient.create({ authorization: clientToken });
  const instance = await threeDSecure.create({ version: '2-inline-iframe', client });
  try {
    return await verify(instance, { request, challenge });
  } catch (thrown) {
    return { ok: false, code: failures[readBraintreeError(thrown).code] ?? 'unavailable' };
  } finally {
    void instance.teardown().catch(() => undefined);
  }
}

async function verify(
  instance: ThreeDSecure,
  { request, challenge }: { request: AuthenticationRequest; challenge: Challenge },
): Promise<AuthenticationOutcome> {
  const progress = { isLeft: false };
  instance.on('authentication-iframe-available', ({ element }, next) => {
    challenge.place.replaceChildren(element);
    challenge.show();
    next();
  });
  instance.on('customer-canceled', () => {
    progress.isLeft = true;
  });
  challenge.onClosed(() => void instance.cancelVerifyCard().catch(() => undefined));
  const { nonce, bin, amountCents, email, billing } = request;
  const verified = await instance.verifyCard({
    nonce,
    bin,
    amount: decimalAmount(amountCents),
    ...(email === null ? {} : { email }),
    ...(billing === null ? {} : { billingAddress: billingAddress(billing) }),
    collectDeviceData: true,
    challengeRequested: request.challenge,
    onLookupComplete: (_lookup, next) => next(),
  });
  const outcome = authenticationOutcome({ nonce: verified.nonce, info: verified.threeDSecureInfo });
  return progress.isLeft && !outcome.ok ? { ok: false, code: 'closed' } : outcome;
}

/** Only two-letter regions are accepted; any other is left out. */
function billingAddress({ region, ...address }: CardBilling): BillingAddress {
  return region?.length === 2 ? { ...address, region } : address;
}
