import { expect } from 'vitest';
import { callRefund } from './account-calls.ts';
import { newUsername, putCredentials } from './invited.ts';
import { type Person, userIdOf } from './person.ts';
import { settleSales } from './sandbox.ts';
import { login, withTotp } from './second-factor.ts';
import { readyToPay, submitPayment } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { drain } from './subscriber.ts';

const password = 'quiet-harbour-7';
type Before = 'open' | 'paid' | 'active' | 'factor' | 'refunded';
type His = { userId: string | null; username: string | null };

/** What he has done with her address, in a browser only: he never read her mailbox. */
export async function heSignsUp(site: TestSite, { email, before }: { email: string; before: Before }): Promise<His> {
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

/** Checks that only her account has the address, proved, and his is unchanged without it. Returns how many have it. */
export async function sheAlone(site: TestSite, { email, his }: { email: string; his: His }): Promise<number> {
  await drain(site);
  const { db } = site.dependencies;
  const holders = await db.selectFrom('users').select(['id', 'emailProvenAt']).where('email', '=', email).execute();
  expect(holders).toHaveLength(1);
  expect(holders[0]?.id).not.toBe(his.userId);
  if (his.userId === null) return holders.length;
  expect(holders[0]?.emailProvenAt).not.toBeNull();
  expect(await storedUser(site, his.userId)).toMatchObject({ email: '', emailProvenAt: null, username: his.username });
  if (his.username !== null)
    expect([200, 403]).toContain((await login(site.app, { username: his.username, password } as Person)).status);
  const plan = db.selectFrom('subscriptions').select('state').where('userId', '=', his.userId).execute();
  expect(await plan).toHaveLength(1);
  return holders.length;
}
