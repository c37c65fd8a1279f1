import type { Page } from '@playwright/test';
import { signedInCookie } from '#contract/boot.ts';
import { m } from '#messages/messages.js';
import { hashPassword } from '#server/identity/password.ts';
import { callRefund } from '../setup/account-calls.ts';
import { type Subscriber, signedIn, subscribe } from '../setup/subscriber.ts';
import { expect, type Language, setLanguage, site } from './journey.ts';
import { onRunningSite } from './running-site.ts';

export type SubscriberWithLogin = Subscriber & { username: string; password: string };

/** A person who has signed up, paid and set their password, on the running site. */
export function subscriberOf(options: Parameters<typeof subscribe>[1] = {}): Promise<SubscriberWithLogin> {
  return onRunningSite(async (running) => {
    const subscriber = await subscribe(running, options);
    const password = 'quiet-harbour-7';
    const { username } = await running.dependencies.db
      .updateTable('users')
      .set({ passwordHash: await hashPassword(password) })
      .where('id', '=', subscriber.userId)
      .returning('username')
      .executeTakeFirstOrThrow();
    return { ...subscriber, username: username ?? '', password };
  });
}

/** A person whose first payment was refunded, and who may restart. */
export async function formerSubscriber(options: Parameters<typeof subscribe>[1] = {}): Promise<SubscriberWithLogin> {
  const parent = await subscriberOf(options);
  const { status } = await onRunningSite((running) => callRefund(running, parent.userId));
  expect(status).toBe(200);
  return parent;
}

/** Gives the page's browser a session of theirs. */
export async function enter(
  page: Page,
  { userId }: Pick<Subscriber, 'userId'>,
  language: Language = 'en',
): Promise<void> {
  await setLanguage(page, language);
  const { cookie = '' } = await onRunningSite((running) => signedIn(running, userId));
  const url = site().url;
  await page.context().addCookies([
    { name: 'session', value: cookie.slice('session='.length), url, httpOnly: true },
    { name: signedInCookie, value: '1', url },
  ]);
}

/** Logs in with the form on the page. */
export async function logIn(
  page: Page,
  { username, password }: Pick<SubscriberWithLogin, 'username' | 'password'>,
  language: Language,
) {
  const t = { locale: language };
  await page.getByLabel(m.ui_username_or_email({}, t), { exact: true }).fill(username);
  await page.getByLabel(m.ui_password({}, t), { exact: true }).fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: m.ui_log_in({}, t), exact: true })
    .click();
}

/** Logs in with the form on the page, and chooses to be remembered. */
export const remember = (page: Page, language: Language) =>
  page.getByLabel(m.sign_in_remember({}, { locale: language }), { exact: true }).check();

/** How many days the session's cookie lives from now on; negative if it ends with the browser. */
export async function daysKept(page: Page): Promise<number> {
  const session = (await page.context().cookies()).find(({ name }) => name === 'session');
  if (!session) throw new Error('Nobody is signed in');
  return (session.expires - Date.now() / 1000) / (24 * 60 * 60);
}

/** Amounts of a subscriber's orders, the oldest first. */
export function paidBy({ userId }: Pick<Subscriber, 'userId'>): Promise<number[]> {
  return onRunningSite(async ({ dependencies: { db } }) => {
    const orders = await db
      .selectFrom('orders')
      .select('totalCents')
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute();
    return orders.map(({ totalCents }) => totalCents);
  });
}

export type SandboxAction = 'settle' | 'settlement_decline' | 'report';

/** The gateway's id of a person's latest sale. */
export async function latestSale({ userId }: Pick<Subscriber, 'userId'>): Promise<string> {
  const { transactionId } = await onRunningSite(({ dependencies: { db } }) =>
    db
      .selectFrom('orders')
      .select('transactionId')
      .where('userId', '=', userId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  );
  return transactionId ?? '';
}

/** Performs a tester's action on the sandbox's page, on a person's latest sale. */
export async function pressAtSandbox(payer: Pick<Subscriber, 'userId'>, action: SandboxAction): Promise<void> {
  const pressed = await fetch(`${site().sandbox}/control/transactions/${await latestSale(payer)}`, {
    method: 'POST',
    body: new URLSearchParams({ action }),
    redirect: 'manual',
  });
  expect(pressed.headers.get('location')).not.toContain('refused');
}

/** The amount beside this text, in cents. */
export async function centsBeside(page: Page, words: string): Promise<number> {
  const amount = page.locator('dl > div', { has: page.getByText(words, { exact: true }) }).locator('dd');
  await expect(amount.last()).toHaveText(/\d\.\d\d$/);
  return Math.round(Number((await amount.last().innerText()).replaceAll(/[^\d.]/g, '')) * 100);
}
