import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { eachParent } from '#contract/each-parent.ts';
import { closeAccount } from '#server/account/close-account.ts';
import { askRefund, home, setRenewal } from './account-calls.ts';
import { signInAs } from './person.ts';
import { settleSales } from './sandbox.ts';
import { addressInMinnesota, send } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { drain, mailsInOrder, signedIn } from './subscriber.ts';
import { type Act, type Acting, type Parent, password } from './two-parents.ts';
import { upgrade } from './upgrade-calls.ts';
import { disputeReport, postReport } from './webhooks.ts';

/** A call of the actor's that must do something, or must be refused with one of these. */
export async function calls(
  { site, actor }: Acting,
  call: { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object },
  ...statuses: number[]
) {
  const { status } = await send(site.app, { ...call, headers: actor.headers });
  expect(statuses.length > 0 ? statuses : [200], `${call.method} ${call.path}`).toContain(status);
}

async function changeEmail(acting: Acting) {
  const { db, makeToken } = acting.site.dependencies;
  await calls(acting, {
    method: 'POST',
    path: '/v2/account/profile/email',
    body: { email: `new-${randomUUID()}@example.com` },
  });
  const { id } = await db
    .selectFrom('singleUseTokens')
    .select('id')
    .where('purpose', '=', 'EMAIL_CHANGE')
    .where('userId', '=', acting.actor.userId)
    .executeTakeFirstOrThrow();
  await calls(acting, {
    method: 'POST',
    path: '/v2/account/profile/email/confirmation',
    body: { token: makeToken('EMAIL_CHANGE', id) },
  });
}

async function changePassword(acting: Acting) {
  const { headers, auth } = await signInAs(acting.site.app, { username: acting.actor.username, password });
  acting.actor.headers = headers;
  const body = { currentPassword: password, password: 'quiet-river-8' };
  await calls(acting, { method: 'POST', path: `/ofw/signup/changepassword.form?_at=${auth}`, body });
  acting.actor.headers = await signedIn(acting.site, acting.actor.userId);
}

async function changeAddress(acting: Acting) {
  const body = { address: { ...addressInMinnesota, line1: '1 Elsewhere' }, timeZone: 'America/Chicago' };
  const path = '/v2/account/profile/address';
  type Shown = { renewals: { after: { total: number } | null }[] };
  const { headers } = acting.actor;
  const shown = await send<Shown>(acting.site.app, { method: 'POST', path: `${path}/preview`, body, headers });
  const totals = shown.body.renewals.flatMap(({ after }) => after?.total ?? []);
  await calls(acting, { method: 'PUT', path, body: { ...body, totals } });
}

export async function close({ site, actor: { userId } }: Pick<Acting, 'site'> & { actor: { userId: string } }) {
  const { db, clock } = site.dependencies;
  const at = clock.now();
  await db
    .insertInto('deletionRequests')
    .values({ id: userId, userId, closesOn: '2026-01-01', requestedAt: at })
    .execute();
  await closeAccount(site.dependencies, userId);
  const { status } = await db.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirstOrThrow();
  expect(status).toBe('CLOSED');
}

/** The bank of the actor takes their first payment back. */
export async function takeBack({ site, actor }: Acting) {
  const { transactionId, totalCents } = await site.dependencies.db
    .selectFrom('orders')
    .select(['transactionId', 'totalCents'])
    .where('userId', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const disputed = { transactionId: transactionId ?? '', cents: totalCents, at: site.clock.now() };
  for (const status of ['open', 'lost']) await postReport(site, disputeReport(status, disputed));
  await drain(site);
  expect((await home(site, actor.userId)).subscription?.state).toBe('LAPSED');
}

/** Of the mails to somebody, those that say what becomes of their plan. */
export const aboutPlan = async (site: TestSite, { email }: Parent) =>
  (await mailsInOrder(site, email)).flatMap(({ subject }) =>
    /subscription (will|has)/.test(subject) ? [subject] : [],
  );

async function ownRenewal({ site, actor }: Acting) {
  expect((await setRenewal(site, actor.userId, actor.subscriptionId, false)).status).toBe(200);
}

export async function ownRefund({ site, actor }: Acting) {
  expect((await askRefund(site, actor.userId)).status).toBe(200);
}

/** What is done, for each sentence. All follow each other in one family, the end of the account last. */
export const acts: Record<Exclude<keyof typeof eachParent.stays, 'dispute'>, Act> = {
  details: async (acting) => {
    const own = '/v2/account/profile';
    await calls(acting, { method: 'PUT', path: `${own}/name`, body: { firstName: 'Zoe', lastName: 'Unlike' } });
    await changeAddress(acting);
    await calls(acting, { method: 'PUT', path: '/v2/account/language', body: { language: 'es' } });
    await changeEmail(acting);
    await changePassword(acting);
    await calls(acting, { method: 'DELETE', path: '/v2/sessions' });
    acting.actor.headers = await signedIn(acting.site, acting.actor.userId);
  },
  otherPlan: async (acting) => {
    const plan = `/v2/account/subscriptions/${acting.other.subscriptionId}`;
    await calls(acting, { method: 'PUT', path: `${plan}/renewal`, body: { autoRenew: false } }, 404);
    await calls(acting, { method: 'POST', path: `${plan}/restart/prices` }, 404);
  },
  invite: async (acting) => {
    await calls(acting, { method: 'DELETE', path: '/v2/account/co-parent/invites' }, 409);
    await calls(acting, { method: 'PUT', path: '/v2/account/co-parent/email', body: { email: 'x@example.com' } }, 409);
    const children = [{ firstName: 'Ana', lastName: 'Ruiz' }];
    const coParent = { firstName: 'Not', lastName: 'Theirs' };
    await calls(acting, { method: 'PUT', path: '/v2/account/family', body: { children, coParent } }, 403);
  },
  changePlan: async ({ site, actor }) => {
    const paid = await upgrade(site, { ...actor, coParentEmail: '', periodEnd: '' }, { packageId: 1002 });
    expect(paid.body.outcome).toBe('PAID');
  },
  cancel: ownRenewal,
  refund: async (acting) => {
    await settleSales(acting.site.sandboxUrl);
    await ownRefund(acting);
  },
  close,
};
