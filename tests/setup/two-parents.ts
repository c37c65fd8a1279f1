import type { Billing } from '#contract/api/account.ts';
import type { readReceipt } from '#contract/api/receipts.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { hashPassword } from '#server/identity/password.ts';
import { credentialsOf, invitedPays, invitedReadyToPay, newUsername, putCredentials, readyToJoin } from './invited.ts';
import { userIdOf } from './person.ts';
import { settleSales } from './sandbox.ts';
import { send } from './sign-up.ts';
import { openSite, type TestSite } from './site.ts';
import { drain, signedIn } from './subscriber.ts';

type Receipt = AnswerOf<typeof readReceipt>;
export type Parent = {
  userId: string;
  email: string;
  username: string;
  subscriptionId: string;
  headers: Record<string, string>;
};
export type Parents = { site: TestSite; A: Parent; B: Parent };
export type ActionContext = { site: TestSite; actor: Parent; other: Parent };
export type ParentAction = (acting: ActionContext) => Promise<void>;

/** Every parent's initial password. */
export const password = 'quiet-harbour-7';
const passwordHash = await hashPassword(password);

/** A parent who has joined, with a password, signed in on a remembered device. */
export async function joined(site: TestSite, userId: string): Promise<Parent> {
  const { db } = site.dependencies;
  const username = newUsername();
  const { email } = await db
    .updateTable('users')
    .set({ status: 'ACTIVE', username, passwordHash })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return { userId, email, username, subscriptionId: id, headers: await signedIn(site, userId) };
}

/** A family of two joined parents, `B` invited by `A`: each pays their own plan, or `A` both. */
export async function family(paidBy: 'each' | 'A', { settled = true } = {}): Promise<Parents> {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const { db } = site.dependencies;
  const { invited, token } = paidBy === 'each' ? await paysAlone(site) : await paidFor(site);
  const put = await putCredentials(site.app, { token, body: credentialsOf(newUsername()) });
  if (put.status !== 200) throw new Error(`Joining answered ${put.status}`);
  const inviterId = await userIdOf(db, invited.inviterEmail);
  const [A, B] = [await joined(site, inviterId), await joined(site, invited.userId)];
  if (settled) await settleSales(site.sandboxUrl);
  await drain(site);
  return { site, A, B };
}

async function paysAlone(site: TestSite) {
  const invited = await invitedReadyToPay(site);
  const { body } = await invitedPays(site.app, invited);
  return { invited, token: body.clickToJoinToken ?? '' };
}

async function paidFor(site: TestSite) {
  const { invited, authToken } = await readyToJoin(site);
  return { invited, token: authToken };
}

/** Everything a parent sees of their own account, with an existing session and a new login. */
export async function viewOf(site: TestSite, { headers, username }: Parent) {
  const get = async <Body>(path: string) => {
    const { status, body } = await send<Body>(site.app, { method: 'GET', path, headers });
    return status === 200 ? body : ({ refused: status } as Body);
  };
  const login = {
    method: 'POST',
    path: '/ofw/login',
    body: { username, password },
    headers: { origin: 'http://localhost:3000' },
  } as const;
  const page = await get<Billing>('/v2/account/billing');
  const { children } = await get<{ children: object[] }>('/v2/account/family');
  return {
    signsIn: (await send(site.app, login)).status,
    // Whether the other parent has an account decides what is offered for them.
    plans: page.subscriptions.flatMap((plan) => (plan.heldBy === null ? [{ ...plan, alsoFor: null }] : [])),
    method: page.paymentMethod,
    refund: page.refund && { ...page.refund, stopsPaying: null },
    // Payments for the other parent are excluded.
    receipts: (
      await Promise.all(page.receipts.map(({ orderId }) => get<Receipt>(`/v2/account/receipts/${orderId}`)))
    ).map(({ receipt, ...rest }) => ({
      ...rest,
      receipt: { ...receipt, renewals: receipt?.renewals.filter(({ heldBy }) => heldBy === null) },
    })),
    documents: await get('/v2/account/documents'),
    profile: await get('/v2/account/profile'),
    children,
  };
}
export type ParentView = Awaited<ReturnType<typeof viewOf>>;
