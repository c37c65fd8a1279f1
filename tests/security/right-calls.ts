import { randomUUID } from 'node:crypto';
import { coParentFlags } from '#contract/api/invites/invites.ts';
import {
  credentialsOf,
  type Invited,
  invitedReadyToPay,
  newUsername,
  priceFor,
  readyToJoin,
} from '../setup/invited.ts';
import { claimCalls } from '../setup/ownership/ownership.ts';
import { addPerson, signInAs } from '../setup/person.ts';
import {
  addressInMinnesota,
  newPhone,
  parentOf,
  paymentBody,
  price,
  type Registration,
  readyToPay,
} from '../setup/sign-up.ts';
import type { TestSite } from '../setup/site.ts';
import { signedIn, subscribe } from '../setup/subscriber.ts';
import { priceOf } from '../setup/upgrade-calls.ts';
import { sampleReport } from '../setup/webhooks.ts';
import { ofCoParentInvite, ofProfile, ofRecords, ofSecondFactors } from './own-account-calls.ts';
import { ofProfessional } from './professional-calls.ts';
import { another, type Call, card, withIdempotencyKey } from './right-call.ts';
import { ofStaff } from './staff-calls.ts';

const origin = { origin: 'http://localhost:3000' };
async function ofSignUp({ app }: TestSite, registration: Registration): Promise<Record<string, Call>> {
  const { headers, email } = registration;
  const path = `/v2/registrations/${registration.signupId}`;
  const parent = { ...parentOf(email), timeZone: 'America/Chicago' };
  const family = {
    coParent: { firstName: 'Joe', lastName: 'Ruiz', email: another('joe') },
    children: [{ firstName: 'Ana', lastName: 'Ruiz' }],
  };
  const started = {
    parent: { ...parentOf(another('new')), phoneNumber: newPhone() },
    knowsCoParentEmail: true,
    referral: { selection: 'SEARCH' },
  };
  const order = { orderDetail: { packageId: 1001, productId: null, services: [] }, payForCoparent: false };
  const quote = await price(app, registration);
  return {
    'POST /v2/registrations': { body: started },
    'PUT /v2/registrations/{signupId}': {
      path,
      headers,
      body: { parent, address: addressInMinnesota, sections: ['PARENT', 'ADDRESS'] },
    },
    'PUT /v2/registrations/{signupId}/family': { path: `${path}/family`, headers, body: family },
    'POST /v2/registrations/{signupId}/invite-previews': {
      path: `${path}/invite-previews`,
      headers,
      body: { firstName: 'Joe', paid: false },
    },
    'PUT /v2/registrations/{signupId}/invite-timing': {
      path: `${path}/invite-timing`,
      headers,
      body: { when: 'LATER' },
    },
    'POST /v2/registrations/{signupId}/extension': { path: `${path}/extension`, headers },
    'POST /v2/registrations/{signupId}/prices': {
      path: `${path}/prices`,
      headers,
      body: { ...order, paymentCodes: ['WELCOME10'] },
    },
    'POST /v2/registrations/{signupId}/payments': {
      path: `${path}/payments`,
      headers: withIdempotencyKey(headers),
      body: paymentBody(quote),
    },
    'POST /v2/registrations/{signupId}/fee-waivers': {
      path: `${path}/fee-waivers`,
      headers,
      body: { reason: 'LEGAL_AID' },
    },
    'POST /v2/registrations/{signupId}/resume-codes': { path: `${path}/resume-codes`, headers, body: {} },
    'POST /v2/registrations/{signupId}/resume-links': { path: `${path}/resume-links`, headers, body: {} },
    'POST /v2/resume-codes/exchange': { body: { code: 'K7HP-2XW9' } },
    'POST /v2/resume-links': { body: { email: another('marta') } },
    'POST /v2/resume-links/exchange': { body: { token: 'w'.repeat(43) } },
    'POST /v2/package-country-checks': {
      body: { packageId: 1001, countryCriteria: { countryCode: '1', phoneNumber: '2025550142', country: 'GB' } },
    },
    'POST /v2/usernames/availability': { body: { username: 'marta.ruiz' } },
    'POST /v2/place-suggestions': { body: { query: 'Lake', sessionToken: randomUUID() } },
    'POST /v2/place-resolutions': { body: { id: 'x', sessionToken: randomUUID() } },
    'POST /v2/invite-codes/exchange': { body: { code: 'K7QPM-2XW9D' } },
    'POST /v2/invite-stops/{token}': { path: `/v2/invite-stops/${'a'.repeat(65)}` },
  };
}

async function ofInvite(site: TestSite, invited: Invited): Promise<Record<string, Call>> {
  const { userId, headers, email, phoneNumber } = invited;
  const { body: quote } = await priceFor(site.app, invited);
  const parent = {
    firstName: 'Joe',
    lastName: 'Ruiz',
    email,
    phoneCountryCode: '+1',
    phoneNumber,
    timeZone: 'America/Chicago',
  };
  const order = { orderDetail: { packageId: 1001, productId: null, services: [] }, paymentCodes: [] };
  return {
    'POST /v2/invites/openings': { headers, body: { userId } },
    'PUT /v2/invites/parents/{userId}': {
      path: `/v2/invites/parents/${userId}`,
      headers,
      body: { parent, address: addressInMinnesota, sections: ['NAME', 'PARENT', 'ADDRESS'] },
    },
    'PUT /v2/invites/terms': { headers, body: { userId } },
    'PUT /v2/invites/marketing-opt-in': { headers, body: { userId, value: true } },
    'PUT /v2/invites/co-parent-flag': {
      headers,
      body: { userId, familyId: invited.familyId, name: coParentFlags[0], value: true },
    },
    'POST /v2/invites/prices': { headers, body: { userId, ...order } },
    'POST /v2/invites/payments': { headers: withIdempotencyKey(headers), body: { ...paymentBody(quote), userId } },
    'POST /v2/invites/fee-waivers': { headers, body: { userId, reason: 'LEGAL_AID' } },
    'POST /v2/invites/requests': { headers },
  };
}

async function ofAccount(site: TestSite): Promise<Record<string, Call>> {
  const parent = await subscribe(site);
  const headers = await signedIn(site, parent.userId);
  const subscription = `/v2/account/subscriptions/${parent.subscriptionId}`;
  const order = { packageId: 1002, productId: null, services: [] };
  const { body: quote } = await priceOf(site, parent, order);
  return {
    'PUT /v2/account/subscriptions/{subscriptionId}/renewal': {
      path: `${subscription}/renewal`,
      headers,
      body: { autoRenew: false },
    },
    'POST /v2/account/subscriptions/{subscriptionId}/renewal-choices/prices': {
      path: `${subscription}/renewal-choices/prices`,
      headers,
      body: { order },
    },
    'PUT /v2/account/subscriptions/{subscriptionId}/renewal-cover': {
      path: `${subscription}/renewal-cover`,
      headers,
      body: { covers: false, taxId: null },
    },
    'POST /v2/account/renewal-cover/decline': { headers },
    'PUT /v2/account/subscriptions/{subscriptionId}/renewal-choice': {
      path: `${subscription}/renewal-choice`,
      headers,
      body: { order: null, taxId: null },
    },
    'POST /v2/account/subscriptions/{subscriptionId}/renewal/tries': { path: `${subscription}/renewal/tries`, headers },
    'PUT /v2/account/family': { headers, body: { children: [{ firstName: 'Ana', lastName: 'Ruiz' }] } },
    'PUT /v2/account/language': { headers, body: { language: 'es' } },
    'PUT /v2/account/consents': { headers, body: { kind: 'MARKETING', given: true } },
    'POST /v2/account/co-parent-email': { headers, body: () => ({ email: another('joe') }) },
    'POST /v2/account/upgrades/prices': { headers, body: { order } },
    'POST /v2/account/upgrades/payments': {
      headers: withIdempotencyKey(headers),
      body: { payment: card(quote), order },
    },
    ...ofCoParentInvite(headers),
    ...ofRecords(headers),
    'POST /v2/account/receipts/{orderId}/mail': { path: `/v2/account/receipts/${randomUUID()}/mail`, headers },
    'POST /v2/account/payment-method/authentication': { headers, body: { challenge: true } },
    'POST /v2/account/payment-method': { headers, body: { nonce: 'fake-valid-mastercard-nonce' } },
    'PUT /v2/account/backup-payment-method': { headers, body: { chargedWhenDeclined: true } },
    'DELETE /v2/account/backup-payment-method': { headers },
    'POST /v2/account/fee-waivers': { headers, body: { reason: 'LEGAL_AID' } },
    'POST /v2/account/refund': { headers },
    'POST /v2/account/codes/prices': { headers, body: { code: 'YEAR-2345-6789' } },
    'POST /v2/account/codes/payments': {
      headers,
      body: { code: 'YEAR-2345-6789', subscriptionId: parent.subscriptionId, amount: 14_400 },
    },
    'POST /v2/account/subscriptions/{subscriptionId}/restart/prices': {
      path: `${subscription}/restart/prices`,
      headers,
      body: { code: 'YEAR-2345-6789' },
    },
    'POST /v2/account/subscriptions/{subscriptionId}/restart/payments': {
      path: `${subscription}/restart/payments`,
      headers: withIdempotencyKey(headers),
      body: { payment: { ...card(quote), storePaymentOnFile: true } },
    },
    'PUT /v2/renewals/{subscriptionId}': {
      path: `/v2/renewals/${parent.subscriptionId}`,
      headers: { 'x-renewal-token': 'w'.repeat(43) },
      body: { autoRenew: false },
    },
    'POST /v2/account/deletion': { body: { cancelRenewals: true }, headers },
    'DELETE /v2/account/deletion': { headers },
  };
}

async function ofAccess(site: TestSite): Promise<Record<string, Call>> {
  const person = await addPerson(site.dependencies.db);
  const { headers, auth } = await signInAs(site.app, person);
  const { authToken } = await readyToJoin(site);
  const authorization = `Bearer ${authToken}`;
  const event = { messageId: randomUUID(), anonymousId: randomUUID(), event: 'Review Viewed' };
  const { username, password } = person;
  return {
    'POST /ofw/login': { headers: origin, body: { username, password } },
    'POST /ofw/signup/getpassword.form': { headers: origin, body: { usernameOrEmail: username } },
    'POST /ofw/signup/changepassword.form': {
      path: `/ofw/signup/changepassword.form?_at=${auth}`,
      headers,
      body: { currentPassword: password, password: 'quiet-river-8' },
    },
    'POST /v2/users/password/reset/not-mine': { headers: { authorization } },
    'POST /v2/users/password/reset': { headers: { authorization }, body: { password: 'quiet-river-9' } },
    'POST /v2/credentials/requests': { headers: { authorization } },
    'PUT /v2/credentials': { headers: { authorization }, body: () => credentialsOf(newUsername()) },
    'DELETE /v2/sessions/current': { headers: origin },
    'DELETE /v2/sessions': { headers },
    'DELETE /v2/sessions/{sessionId}': { path: `/v2/sessions/${randomUUID()}`, headers },
    'POST /v1/track': { body: event },
    'POST /v1/page': { body: { ...event, messageId: randomUUID() } },
    'POST /v1/identify': { body: { ...event, messageId: randomUUID() } },
    'POST /v1/batch': { body: { batch: [{ ...event, type: 'track' }] } },
    'POST /webhooks/mail/{provider}': {
      path: '/webhooks/mail/sendgrid',
      headers: { 'content-type': 'application/json' },
      body: '[]',
    },
    'POST /webhooks/twilio': {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'none' },
      body: 'MessageSid=SM1&MessageStatus=delivered',
    },
    'POST /webhooks/braintree': {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(await sampleReport('check')).toString(),
    },
  };
}

/** Claims of an account: each call with the token of a claim that has a proof. */
async function ofClaims(site: TestSite): Promise<Record<string, Call>> {
  const { email } = await addPerson(site.dependencies.db);
  const { token } = await claimCalls(site).begin({ email });
  const headers = { authorization: `Bearer ${token}` };
  const at = '/v2/ownership-claims';
  return {
    'POST /v2/address-codes': { body: { email } },
    'POST /v2/address-codes/check': { body: { code: '123456' } },
    [`POST ${at}`]: { body: { email } },
    [`POST ${at}/by-link`]: { headers },
    [`POST ${at}/codes`]: { headers, body: { channel: 'PHONE' } },
    [`POST ${at}/proofs`]: { headers, body: { kind: 'PASSWORD', password: 'quiet-harbour-7' } },
    [`POST ${at}/wait`]: { headers },
    [`POST ${at}/decision`]: { headers, body: { keep: true } },
  };
}
/** A valid call of every route that writes, each by somebody who may. */
export async function rightCalls(site: TestSite): Promise<Record<string, Call>> {
  return {
    ...(await ofSignUp(site, await readyToPay(site.app))),
    ...(await ofInvite(site, await invitedReadyToPay(site))),
    ...(await ofProfessional(site)),
    ...(await ofAccount(site)),
    ...(await ofProfile(site)),
    ...(await ofSecondFactors(site)),
    ...(await ofAccess(site)),
    ...(await ofClaims(site)),
    ...(await ofStaff(site)),
  };
}
