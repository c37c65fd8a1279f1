import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { InviteContext } from '#contract/api/invites/invites.ts';
import type { Quote } from '#contract/api/prices.ts';
import { inviteSecret, latestInvite } from '#server/identity/invite-repository.ts';
import { linkCode, origin } from './ownership/recovery-calls.ts';
import { cookieOf } from './person.ts';
import {
  type Answer,
  addressInMinnesota,
  type PaidBody,
  type PaymentOptions,
  paymentBody,
  readyToPay,
  send,
  submitPayment,
} from './sign-up.ts';
import type { TestSite } from './site.ts';

/** An invited parent over HTTP; the token comes from the mailed link. */
export type Invited = {
  userId: string;
  familyId: string;
  token: string;
  headers: { 'x-invite-token': string; cookie?: string };
  email: string;
  phoneNumber: string;
  inviterEmail: string;
  inviteId: string;
};

type InvitedOptions = {
  payForCoparent?: boolean;
  codes?: string[];
  packageId?: number;
  areaCode?: string;
  coParentEmail?: string;
  headers?: Record<string, string>;
};

/** Parent A signs up and pays; the co-parent is invited. */
export async function inviteCoParent(
  { app, dependencies }: Pick<TestSite, 'app' | 'dependencies'>,
  options: InvitedOptions = {},
): Promise<Invited> {
  const {
    payForCoparent = false,
    packageId = 1001,
    headers = {},
    areaCode = '202',
    codes = [],
    coParentEmail,
  } = options;
  const registration = await readyToPay(app, { headers, areaCode, ...(coParentEmail ? { coParentEmail } : {}) });
  const paid = await submitPayment(app, registration, { payForCoparent, packageId, codes });
  if (paid.body.outcome !== 'PAID') throw new Error(`Parent A could not pay: ${JSON.stringify(paid.body)}`);
  const user = await dependencies.db
    .selectFrom('users')
    .select(['id', 'familyId'])
    .where('email', '=', registration.coParentEmail)
    .executeTakeFirstOrThrow();
  return {
    ...(await currentLink({ dependencies }, user.id)),
    familyId: user.familyId ?? '',
    email: registration.coParentEmail,
    phoneNumber: `612${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`,
    inviterEmail: registration.email,
  };
}

/** The token and user of the latest link. */
export async function currentLink({ dependencies: { db, makeToken } }: Pick<TestSite, 'dependencies'>, userId: string) {
  const invite = await latestInvite(db, userId);
  if (!invite) throw new Error('Nobody was invited');
  const token = inviteSecret(makeToken, invite.id);
  return { userId, inviteId: invite.id, token, headers: { 'x-invite-token': token } };
}

export const contextOf = (app: FastifyInstance, { userId, headers }: Pick<Invited, 'userId' | 'headers'>) =>
  send<InviteContext & { code: string; status: number; message: string }>(app, {
    method: 'GET',
    path: `/v2/invites/current?userId=${userId}`,
    headers,
  });

const detailsOf = ({ email, phoneNumber }: Invited) => ({
  firstName: 'Joe',
  lastName: 'Ruiz',
  email,
  phoneCountryCode: '+1',
  phoneNumber,
});

type Details = {
  parent?: object;
  address?: object;
  timeZone?: string;
  sections?: string[];
  reach?: object;
  parentDuplicateConfirmed?: boolean;
};

/** From then on `invited` is this browser: elsewhere nothing of it is shown. */
export async function saveDetails(app: FastifyInstance, invited: Invited, { parent = {}, ...rest }: Details = {}) {
  const body = { parent: { ...detailsOf(invited), ...parent }, sections: ['NAME', 'PARENT'], ...rest };
  const saved = await send<{
    context: InviteContext;
    lastCompletedStep: number;
    inviteToken?: string;
    code: string;
    status: number;
    validationErrors: { field: string; code: string }[];
  }>(app, {
    method: 'PUT',
    path: `/v2/invites/parents/${invited.userId}`,
    body,
    headers: invited.headers,
  });
  const cookie = cookieOf(saved.headers, `invite-${invited.userId}`);
  if (cookie !== null) Object.assign(invited.headers, { cookie, origin });
  return saved;
}

export function saveBilling(
  app: FastifyInstance,
  invited: Invited,
  address: object = addressInMinnesota,
  timeZone = 'America/Chicago',
) {
  return saveDetails(app, invited, { parent: { timeZone }, address, sections: ['PARENT', 'ADDRESS'] });
}

/** Step 1 and the billing address are done; ready to pay. */
export async function invitedReadyToPay(
  site: Pick<TestSite, 'app' | 'dependencies'>,
  options: InvitedOptions = {},
): Promise<Invited> {
  const invited = await inviteCoParent(site, options);
  for (const answer of [await saveDetails(site.app, invited), await saveBilling(site.app, invited)]) {
    if (answer.status !== 200) throw new Error(`A step answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return invited;
}

type Priced = Quote & { code: string; validationErrors: { field: string; code: string }[] };

export function priceFor(
  app: FastifyInstance,
  invited: Invited,
  { packageId = 1001, productId = null, services = [], codes = [] }: PaymentOptions = {},
): Promise<Answer<Priced>> {
  const body = { userId: invited.userId, orderDetail: { packageId, productId, services }, paymentCodes: codes };
  return send<Priced>(app, { method: 'POST', path: '/v2/invites/prices', body, headers: invited.headers });
}

export async function invitedPays(
  app: FastifyInstance,
  invited: Invited,
  submission: PaymentOptions = {},
): Promise<Answer<PaidBody & { registration: { coParent: unknown; parent: { userId: string } } }>> {
  const quote = submission.quote ?? (await priceFor(app, invited, submission)).body;
  return send(app, {
    method: 'POST',
    path: '/v2/invites/payments',
    body: { ...paymentBody(quote, submission), userId: invited.userId },
    headers: { ...invited.headers, 'idempotency-key': submission.key ?? randomUUID() },
  });
}

export const readInvitePaymentOf = (app: FastifyInstance, { userId, headers }: Invited, key?: string) =>
  send<PaidBody>(app, {
    method: 'GET',
    path: `/v2/invites/payment?userId=${userId}${key ? `&key=${key}` : ''}`,
    headers,
  });

export const credentialsOf = (username: string, extra: object = {}) => ({
  username,
  password: 'quiet-harbour-7',
  referral: { selection: 'CO_PARENT', other: '' } as const,
  security: {
    securityQuestion: 'What was your first pet?',
    securityAnswer: 'A canary named Pip',
    securityCode: '4821',
    confirmCode: '4821',
  },
  ...extra,
});

export function putCredentials(app: FastifyInstance, { token, body }: { token: string; body: object }) {
  return send<{
    userId: string;
    subscriptionCurrent: boolean;
    code: string;
    validationErrors: { field: string; code: string }[];
  }>(app, {
    method: 'PUT',
    path: '/v2/credentials',
    body,
    headers: { authorization: `Bearer ${token}` },
  });
}

/** The same by a mailed link, with the code that is texted to the phone on file, as its holder. */
export async function putCredentialsByHolder(site: TestSite, { token, body }: { token: string; body: object }) {
  await putCredentials(site.app, { token, body });
  return putCredentials(site.app, { token, body: { ...body, code: await linkCode(site, token) } });
}

export const newUsername = () => `joe.${randomUUID().slice(0, 8)}`;

/**
 * A co-parent whose subscription is paid by parent A, with step 1 and billing done: only the credentials are missing.
 */
export async function readyToJoin(site: TestSite): Promise<{ invited: Invited; authToken: string }> {
  const invited = await inviteCoParent(site, { payForCoparent: true });
  await saveDetails(site.app, invited);
  const { body } = await saveBilling(site.app, invited);
  return { invited, authToken: body.context.authToken ?? '' };
}

/**
 * A co-parent whose plan is paid opens the mailed link, however old, and is about to set their credentials. Empty if
 * they cannot.
 */
export async function opensInvite(
  site: Pick<TestSite, 'app' | 'dependencies'>,
  { userId, email }: Pick<Invited, 'userId' | 'email'>,
): Promise<string> {
  const stillValid = { expiresAt: new Date('2100-01-01') };
  await site.dependencies.db.updateTable('invites').set(stillValid).where('userId', '=', userId).execute();
  const phoneNumber = `612${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`;
  const invited = { ...(await currentLink(site, userId)), familyId: '', email, phoneNumber, inviterEmail: '' };
  await saveDetails(site.app, invited);
  const { body } = await saveBilling(site.app, invited);
  return body.context?.authToken ?? '';
}

/** The same, and sets them. Whether they have joined. */
export async function joinsByInvite(
  site: Pick<TestSite, 'app' | 'dependencies'>,
  invited: Pick<Invited, 'userId' | 'email'>,
): Promise<boolean> {
  const token = await opensInvite(site, invited);
  return (await putCredentials(site.app, { token, body: credentialsOf(newUsername()) })).status === 200;
}

export const inviteRow = ({ dependencies: { db } }: TestSite, { inviteId }: Invited) =>
  db.selectFrom('invites').selectAll().where('id', '=', inviteId).executeTakeFirstOrThrow();
