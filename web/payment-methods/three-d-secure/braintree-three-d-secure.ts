import type { ThreeDSecure } from 'braintree-web/three-d-secure';
import { readBraintreeError } from '../braintree-error.ts';
import {
  type AuthenticationFailure,
  type AuthenticationOutcome,
  type AuthenticationRequest,
  authenticationOutcome,
  bankBilling,
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
 * Braintree's partner has one script per page, and an attempt that still listens to it breaks the next one's challenge.
 * An abandoned look-up ends with the library's own limit.
 */
let previous: Promise<unknown> = Promise.resolve();
const previousEndsWithinMs = 5000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * 3-D Secure 2 through Braintree. The issuer's page is in a frame of our own, so that our texts surround it and the
 * page's content security policy for styles holds.
 */
export async function authenticateAtBraintree(
  request: AuthenticationRequest,
  options: Options,
): Promise<AuthenticationOutcome> {
  await Promise.race([previous, pause(previousEndsWithinMs)]);
  const attempt = runAttempt(request, options);
  previous = attempt.catch(() => undefined);
  return attempt;
}

async function runAttempt(
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
    challenge.onClosed(() => undefined);
    // The library subscribes again in the microtasks after its response (braintree-web 3.144, `_reloadThreeDSecure` of
    // three-d-secure/external/frameworks/songbird.js): torn down earlier, it would stay subscribed.
    await pause(0);
    await instance.teardown().catch(() => undefined);
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
  const { nonce, bin, amountCents, email } = request;
  const verified = await instance.verifyCard({
    nonce,
    bin,
    amount: decimalAmount(amountCents),
    ...(email === null ? {} : { email }),
    billingAddress: bankBilling(request),
    collectDeviceData: true,
    challengeRequested: request.challenge,
    onLookupComplete: (_lookup, next) => next(),
  });
  const outcome = authenticationOutcome({ nonce: verified.nonce, info: verified.threeDSecureInfo });
  return progress.isLeft && !outcome.ok ? { ok: false, code: 'closed' } : outcome;
}
