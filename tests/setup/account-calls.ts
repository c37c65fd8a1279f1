import { expect } from 'vitest';
import type { Billing, readAccount } from '#contract/api/account.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { utcDay } from '#contract/fields/day.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { ledger, sales } from './sandbox.ts';
import { send } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { mailsInOrder, moveClockTo, runDue, type Subscriber, signedIn } from './subscriber.ts';

export type Problem = { code: string };

/** Cancels or resumes a renewal, as the billing page does. */
export async function setRenewal(site: TestSite, userId: string, subscriptionId: string, autoRenew: boolean) {
  const headers = await signedIn(site, userId);
  return send<{ state: string; autoRenew: boolean } & Problem>(site.app, {
    method: 'PUT',
    path: `/v2/account/subscriptions/${subscriptionId}/renewal`,
    body: { autoRenew },
    headers,
  });
}

/** Stores another method, as the billing page does. */
export async function replaceMethod(site: TestSite, userId: string, nonce = 'fake-valid-mastercard-nonce') {
  return send<Problem>(site.app, {
    method: 'POST',
    path: '/v2/account/payment-method',
    body: { nonce },
    headers: await signedIn(site, userId),
  });
}

export async function callRefund(site: TestSite, userId: string) {
  return send<{ amount: number } & Problem>(site.app, {
    method: 'POST',
    path: '/v2/account/refund',
    headers: await signedIn(site, userId),
  });
}

export async function billing(site: TestSite, userId: string) {
  return (
    await send<Billing>(site.app, { method: 'GET', path: '/v2/account/billing', headers: await signedIn(site, userId) })
  ).body;
}

export async function home(site: TestSite, userId: string) {
  const headers = await signedIn(site, userId);
  return (await send<AnswerOf<typeof readAccount>>(site.app, { method: 'GET', path: '/v2/account', headers })).body;
}

/** Kind and cents of every entry in the gateway's ledger. */
export async function book(site: TestSite) {
  return (await ledger(site.sandboxUrl)).map(({ kind, amountCents }) => [kind, amountCents]);
}

/** Cents of every sale in it. */
export async function charges(site: TestSite): Promise<number[]> {
  return (await sales(site)).map(({ amountCents }) => amountCents);
}

export const lastMail = async (site: TestSite, { email }: Pick<Subscriber, 'email'>) =>
  (await mailsInOrder(site, email)).at(-1);

/** The other parent, who has joined a subscription paid by the first. */
export async function coParent({ dependencies: { db } }: TestSite, { coParentEmail }: Subscriber) {
  const address = { line1: '4 Elm', city: 'Minneapolis', region: 'MN', postalCode: '55401', country: 'US' };
  const { id } = await db
    .updateTable('users')
    .set({ status: 'ACTIVE', username: 'joe.ruiz', ...address })
    .where('email', '=', coParentEmail)
    .returning('id')
    .executeTakeFirstOrThrow();
  const subscription = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  return { userId: id, subscriptionId: subscription.id };
}

/** Asks for the account to be closed, as the settings do. */
export async function askToClose(site: TestSite, userId: string, { cancelRenewals = true } = {}) {
  const headers = await signedIn(site, userId);
  const request = { method: 'POST', path: '/v2/account/deletion', body: { cancelRenewals }, headers } as const;
  return send<{ closesOn: string }>(site.app, request);
}

/** The same, and lets the days pass. */
export async function closeOnRequest(site: TestSite, userId: string) {
  await askToClose(site, userId);
  moveClockTo(site, addDays(utcDay(site.clock.now()), 31));
  await runDue(site);
  const { status } = await site.dependencies.db
    .selectFrom('users')
    .select('status')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('CLOSED');
}
