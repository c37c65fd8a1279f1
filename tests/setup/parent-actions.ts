import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { eachParent } from '#contract/account/each-parent.ts';
import { closeAccount } from '#server/closing/close-account.ts';
import { callRefund, home, setRenewal } from './account-calls.ts';
import { signInAs } from './person.ts';
import { settleSales } from './sandbox.ts';
import { addressInMinnesota, send } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { drain, mailsInOrder, signedIn } from './subscriber.ts';
import { type ActionContext, type Parent, type ParentAction, password } from './two-parents.ts';
import { upgrade } from './upgrade-calls.ts';
import { disputeReport, postReport } from './webhooks.ts';

/** A call that must answer one of these statuses, by default 200. */
export async function calls(
  { site, actor }: ActionContext,
  call: { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object },
  ...statuses: number[]
) {
  const { status } = await send(site.app, { ...call, headers: actor.headers });
  expect(statuses.length > 0 ? statuses : [200], `${call.method} ${call.path}`).toContain(status);
}

async function changeEmail(context: ActionContext) {
  const { db, makeToken } = context.site.dependencies;
  await calls(context, {
    method: 'POST',
    path: '/v2/account/profile/email',
    body: { email: `new-${randomUUID()}@example.com` },
  });
  const { id } = await db
    .selectFrom('singleUseTokens')
    .select('id')
    .where('purpose', '=', 'EMAIL_CHANGE')
    .where('userId', '=', context.actor.userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await calls(context, {
    method: 'POST',
    path: '/v2/account/profile/email/confirmation',
    body: { token: makeToken('EMAIL_CHANGE', id) },
  });
}

async function changePassword(context: ActionContext) {
  const { headers, auth } = await signInAs(context.site.app, { username: context.actor.username, password });
  context.actor.headers = headers;
  const body = { currentPassword: password, password: 'quiet-river-8' };
  await calls(context, { method: 'POST', path: `/ofw/signup/changepassword.form?_at=${auth}`, body });
  context.actor.headers = await signedIn(context.site, context.actor.userId);
}

async function changeAddress(context: ActionContext) {
  const body = { address: { ...addressInMinnesota, line1: '1 Elsewhere' }, timeZone: 'America/Chicago' };
  const path = '/v2/account/profile/address';
  type Shown = { renewals: { after: { total: number } | null }[] };
  const { headers } = context.actor;
  const shown = await send<Shown>(context.site.app, { method: 'POST', path: `${path}/preview`, body, headers });
  const totals = shown.body.renewals.flatMap(({ after }) => after?.total ?? []);
  await calls(context, { method: 'PUT', path, body: { ...body, totals } });
}

export async function close({ site, actor: { userId } }: Pick<ActionContext, 'site'> & { actor: { userId: string } }) {
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

/** The parent's bank charges the first payment back. */
export async function chargeBack({ site, actor }: ActionContext) {
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

/** Mails to a parent about their plan. */
export const planMails = async (site: TestSite, { email }: Parent) =>
  (await mailsInOrder(site, email)).flatMap(({ subject }) =>
    /subscription (will|has)/.test(subject) ? [subject] : [],
  );

async function ownRenewal({ site, actor }: ActionContext) {
  expect((await setRenewal(site, actor.userId, actor.subscriptionId, false)).status).toBe(200);
}

export async function ownRefund({ site, actor }: ActionContext) {
  expect((await callRefund(site, actor.userId)).status).toBe(200);
}

/** The action behind each sentence. They run in this order in one family, closing the account last. */
export const parentActions: Record<Exclude<keyof typeof eachParent.stays, 'dispute'>, ParentAction> = {
  details: async (context) => {
    const own = '/v2/account/profile';
    await calls(context, { method: 'PUT', path: `${own}/name`, body: { firstName: 'Zoe', lastName: 'Unlike' } });
    await changeAddress(context);
    await calls(context, { method: 'PUT', path: '/v2/account/language', body: { language: 'es' } });
    await changeEmail(context);
    await changePassword(context);
    await calls(context, { method: 'DELETE', path: '/v2/sessions' });
    context.actor.headers = await signedIn(context.site, context.actor.userId);
  },
  otherPlan: async (context) => {
    const plan = `/v2/account/subscriptions/${context.other.subscriptionId}`;
    await calls(context, { method: 'PUT', path: `${plan}/renewal`, body: { autoRenew: false } }, 404);
    await calls(context, { method: 'PUT', path: `${plan}/renewal-cover`, body: { covers: false, taxId: null } }, 404);
    await calls(context, { method: 'POST', path: `${plan}/restart/prices`, body: { code: 'HALF-OFF0-DEMO' } }, 404);
  },
  invite: async (context) => {
    await calls(context, { method: 'DELETE', path: '/v2/account/co-parent/invites' }, 409);
    await calls(context, { method: 'PUT', path: '/v2/account/co-parent/email', body: { email: 'x@example.com' } }, 409);
    const children = [{ firstName: 'Ana', lastName: 'Ruiz' }];
    const coParent = { firstName: 'Not', lastName: 'Theirs' };
    await calls(context, { method: 'PUT', path: '/v2/account/family', body: { children, coParent } }, 403);
  },
  changePlan: async ({ site, actor }) => {
    const paid = await upgrade(site, actor, { packageId: 1002 });
    expect(paid.body.outcome).toBe('PAID');
  },
  cancel: ownRenewal,
  refund: async (context) => {
    await settleSales(context.site.sandboxUrl);
    await ownRefund(context);
  },
  close,
};
