import { expect } from 'vitest';
import { callRefund } from '../account-calls.ts';
import { newUsername, putCredentials } from '../invited.ts';
import { type Person, userIdOf } from '../person.ts';
import { settleSales } from '../sandbox.ts';
import { readyToPay, submitPayment } from '../sign-up.ts';
import type { TestSite } from '../site.ts';
import { drain } from '../subscriber.ts';
import { login, withTotp } from './second-factor.ts';

const password = 'quiet-harbour-7';
type Before = 'open' | 'paid' | 'active' | 'factor' | 'refunded';
type UnprovenAccount = { userId: string | null; username: string | null };

/** A sign-up with an address whose mailbox its author cannot read; it may have an owner who signs up later. */
export async function signUpUnproven(
  site: TestSite,
  { email, before }: { email: string; before: Before },
): Promise<UnprovenAccount> {
  const registration = await readyToPay(site.app, { email });
  if (before === 'open') return { userId: null, username: null };
  const paid = await submitPayment(site.app, registration);
  expect(paid.body.outcome).toBe('PAID');
  const userId = await userIdOf(site.dependencies.db, email);
  if (before === 'paid') return { userId, username: null };
  const username = newUsername();
  const put = await putCredentials(site.app, { token: paid.body.clickToJoinToken, body: { username, password } });
  expect(put.status).toBe(200);
  if (before !== 'active') await withTotp(site.app, { userId, username, password } as Person);
  if (before === 'refunded') {
    await settleSales(site.sandboxUrl);
    expect((await callRefund(site, userId)).status).toBe(200);
  }
  return { userId, username };
}

export const storedUser = ({ dependencies: { db } }: TestSite, userId: string) =>
  db
    .selectFrom('users')
    .select(['email', 'emailProvenAt', 'username', 'status'])
    .where('id', '=', userId)
    .executeTakeFirst();

/** Only the owner's account has the address, proved; the other is unchanged without it. Returns how many have it. */
export async function expectSoleOwner(
  site: TestSite,
  { email, unproven }: { email: string; unproven: UnprovenAccount },
): Promise<number> {
  await drain(site);
  const { db } = site.dependencies;
  const holders = await db.selectFrom('users').select(['id', 'emailProvenAt']).where('email', '=', email).execute();
  expect(holders).toHaveLength(1);
  expect(holders[0]?.id).not.toBe(unproven.userId);
  if (unproven.userId === null) return holders.length;
  expect(holders[0]?.emailProvenAt).not.toBeNull();
  expect(await storedUser(site, unproven.userId)).toMatchObject({
    email: '',
    emailProvenAt: null,
    username: unproven.username,
  });
  if (unproven.username !== null)
    expect([200, 403]).toContain((await login(site.app, { username: unproven.username, password } as Person)).status);
  const plan = db.selectFrom('subscriptions').select('state').where('userId', '=', unproven.userId).execute();
  expect(await plan).toHaveLength(1);
  return holders.length;
}
