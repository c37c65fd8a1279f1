import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import type { Billing } from '#web/checkout/billing/billing-schema.ts';
import type { CheckoutCalls } from '#web/checkout/checkout.ts';
import { payOutcome, readOutcome } from '#web/checkout/paying/pay-outcome.ts';
import { orderOf, registrationAccess } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { billingSaved } from '#web/join-session/transitions.ts';
import { bootData } from '#web/site/boot.ts';
import { stopTimeOut, updateTimeOut } from './payment-time-out.ts';

/** Longer than the server's gateway timeout, so that the server's response arrives first. */
const payTimeoutMs = 60_000;

const noRegistration = (): { ok: false; problem: CallProblem } => ({
  ok: false,
  problem: { code: 'REGISTRATION_EXPIRED', status: 410, message: m.session_expired_text(), validationErrors: [] },
});

/**
 * The calls of Parent A's checkout, authorised by the registration's id and key, read from the session at each call.
 */
export function registrationCalls(): CheckoutCalls {
  return {
    saveBilling,
    checkCountry: (body) => call('POST /v2/package-country-checks', { body }),
    price: async ({ payForCoparent, paymentCodes }, signal) => {
      const access = registrationAccess(joinSession());
      const orderDetail = orderOf(joinSession());
      if (!access || !orderDetail) return noRegistration();
      const body = { limboId: access.params.signupId, orderDetail, payForCoparent, paymentCodes: [...paymentCodes] };
      return call('POST /v2/registrations/:signupId/prices', { ...access, body }, signal ? { signal } : {});
    },
    pay: async ({ key, body }) => {
      const session = joinSession();
      const access = registrationAccess(session);
      if (!access) return noRegistration();
      const { anonymousId } = bootData();
      const confirmed = {
        parentDuplicateConfirmed: session.stepOneValues?.parentDuplicateConfirmed ?? false,
        coParentDuplicateConfirmed: session.stepTwoValues?.coParentDuplicateConfirmed ?? false,
        ...(anonymousId ? { segmentAnonymousId: anonymousId } : {}),
      };
      const headers = { ...access.headers, 'idempotency-key': key };
      stopTimeOut();
      const request = { params: access.params, headers, body: { ...body, ...confirmed } };
      const result = await call('POST /v2/registrations/:signupId/payments', request, { timeoutMs: payTimeoutMs });
      updateTimeOut(payOutcome(result));
      return result;
    },
    readPayment: async (key) => {
      const access = registrationAccess(joinSession());
      if (!access) return noRegistration();
      const result = await call('GET /v2/registrations/:signupId/payment', {
        ...access,
        query: key === null ? {} : { key },
      });
      updateTimeOut(readOutcome(result));
      return result;
    },
  };
}

async function saveBilling({ address, parent }: Billing): ReturnType<CheckoutCalls['saveBilling']> {
  const { stepOneValues: person, ...session } = joinSession();
  const access = registrationAccess({ ...session, stepOneValues: person });
  if (!access || !person) return noRegistration();
  const { firstName, lastName, email, countryCode: phoneCountryCode, phoneNumber, parentDuplicateConfirmed } = person;
  const result = await call('PUT /v2/registrations/:signupId', {
    ...access,
    body: {
      parent: { firstName, lastName, email, phoneCountryCode, phoneNumber, timeZone: parent.timeZone },
      address,
      sections: ['PARENT', 'ADDRESS'],
      parentDuplicateConfirmed,
    },
  });
  if (!result.ok) return result;
  const { line1: billingAddress, line2: billingAddress2, city, region, postalCode, country } = address;
  const billing = { billingAddress, billingAddress2, city, region, postalCode, country, timezone: parent.timeZone };
  changeSession(billingSaved({ billing, expiresAt: result.data.expiresAt }));
  return { ok: true };
}
