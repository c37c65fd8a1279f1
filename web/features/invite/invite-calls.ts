import type { checkPackageCountry } from '#contract/api/packages.ts';
import type { BodyInput } from '#contract/api/route.ts';
import { call } from '#web/api/call.ts';
import type { Billing } from '#web/checkout/billing/billing-schema.ts';
import type { CheckoutCalls } from '#web/checkout/checkout.ts';
import { invitedBillingSaved, inviteLoaded } from '#web/join-session/invite-transitions.ts';
import { inviteAccess, orderOf } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import type { FetchPrice } from '#web/plans/build-your-own/use-live-price.ts';
import { bootData } from '#web/site/boot.ts';
import { invalidInvite } from './your-details/save-details.ts';

/** Longer than the server's gateway timeout, so that the server's response arrives first. */
const payTimeoutMs = 60_000;

/** The calls of an invited parent's checkout, authorised by the link's token and the invited person's id. */
export function inviteCalls(): CheckoutCalls {
  return {
    saveBilling: saveInvitedBilling,
    checkCountry: checkInvitedCountry,
    price: async ({ paymentCodes }, signal) => {
      const orderDetail = orderOf(joinSession());
      const access = inviteAccess(joinSession());
      if (!access || !orderDetail) return invalidInvite();
      const { userId, headers } = access;
      return call(
        'POST /v2/invites/prices',
        { headers, body: { userId, orderDetail, paymentCodes: [...paymentCodes] } },
        signal ? { signal } : {},
      );
    },
    pay: async ({ key, body }) => {
      const access = inviteAccess(joinSession());
      if (!access) return invalidInvite();
      const { anonymousId } = bootData();
      const completeOrder = {
        ...body,
        userId: access.userId,
        payForCoparent: false,
        ...(anonymousId ? { segmentAnonymousId: anonymousId } : {}),
      };
      return call(
        'POST /v2/invites/payments',
        { headers: { ...access.headers, 'idempotency-key': key }, body: completeOrder },
        { timeoutMs: payTimeoutMs },
      );
    },
    readPayment: readInvitedPayment,
  };
}

export async function readInvitedPayment(key: string | null) {
  const access = inviteAccess(joinSession());
  if (!access) return invalidInvite();
  const query = { userId: access.userId, ...(key === null ? {} : { key }) };
  return call('GET /v2/invites/payment', { query, headers: access.headers });
}

/** The family of an invite has its own price list, identified by the token. */
export async function checkInvitedCountry(body: BodyInput<typeof checkPackageCountry>) {
  const access = inviteAccess(joinSession());
  return access ? call('POST /v2/package-country-checks', { headers: access.headers, body }) : invalidInvite();
}

/** The price of an order while it is being configured. */
export const fetchInvitedPrice: FetchPrice = async (orderDetail, signal) => {
  const access = inviteAccess(joinSession());
  if (!access) return invalidInvite();
  return call(
    'POST /v2/invites/prices',
    { headers: access.headers, body: { userId: access.userId, orderDetail } },
    { signal },
  );
};

export async function saveInvitedBilling({ address, parent }: Billing): ReturnType<CheckoutCalls['saveBilling']> {
  const { stepOneValues: person, ...session } = joinSession();
  const access = inviteAccess(session);
  if (!access || !person) return invalidInvite();
  const { firstName, lastName, email, countryCode: phoneCountryCode, phoneNumber } = person;
  const { userId, headers } = access;
  const result = await call('PUT /v2/invites/parents/:userId', {
    params: { userId },
    headers,
    body: {
      parent: { userId, firstName, lastName, email, phoneCountryCode, phoneNumber, timeZone: parent.timeZone },
      address,
      sections: ['PARENT', 'ADDRESS'],
    },
  });
  if (!result.ok) return result;
  const { line1: billingAddress, line2: billingAddress2, city, region, postalCode, country } = address;
  changeSession(
    invitedBillingSaved({
      billingAddress,
      billingAddress2,
      city,
      region,
      postalCode,
      country,
      timezone: parent.timeZone,
    }),
  );
  changeSession(inviteLoaded(result.data.context, result.data.inviteToken));
  return { ok: true };
}
