import { expect } from 'vitest';
import { send } from '../sign-up.ts';
import { openSite, type TestSite } from '../site.ts';
import { drain, mailsInOrder, type Subscriber, signedIn, subscribe } from '../subscriber.ts';

const masterCard = 'fake-valid-mastercard-nonce';
const declined = { outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' } as const;
const path = '/v2/account/backup-payment-method';

/** Stores a backup payment method, as the billing page does. */
export async function keep(site: TestSite, { userId }: Subscriber, nonce = masterCard) {
  const headers = await signedIn(site, userId);
  const body = { nonce, as: 'BACKUP' };
  return send<{ validationErrors: { code: string }[] }>(site.app, {
    method: 'POST',
    path: '/v2/account/payment-method',
    body,
    headers,
  });
}

export const turn = async (site: TestSite, { userId }: Subscriber, chargedWhenDeclined: boolean) =>
  send(site.app, { method: 'PUT', path, body: { chargedWhenDeclined }, headers: await signedIn(site, userId) });

export const remove = async (site: TestSite, { userId }: Subscriber) =>
  send(site.app, { method: 'DELETE', path, headers: await signedIn(site, userId) });

/** By what they are to their owner. */
export const tokens = async ({ dependencies: { db } }: TestSite) => {
  const stored = await db
    .selectFrom('paymentMethods')
    .select(['token', 'isDefault', 'isBackup', 'replacedAt'])
    .execute();
  return {
    first: stored.find(({ isDefault }) => isDefault)?.token,
    backup: stored.find(({ isBackup }) => isBackup)?.token,
    retired: stored.filter(({ replacedAt }) => replacedAt !== null).map(({ token }) => token),
  };
};

/** Which stored methods are asked for money, in order; those in `refusing` decline. */
export async function asking(site: TestSite, refusing: readonly ('first' | 'backup')[]) {
  const { gateway } = site.jobDependencies;
  const realSale = gateway.sale;
  const asked: string[] = [];
  gateway.sale = async (request) => {
    const { first, backup } = await tokens(site);
    const token = 'paymentMethodToken' in request.source ? request.source.paymentMethodToken : 'none';
    const which = token === first ? 'first' : token === backup ? 'backup' : 'another';
    asked.push(which);
    return refusing.some((one) => one === which) ? declined : realSale(request);
  };
  return asked;
}

/** A parent with a backup, which is charged when the first method is declined unless `on` is false. */
export async function withBackup({ on = true } = {}) {
  const site = await openSite();
  const parent = await subscribe(site);
  expect((await keep(site, parent)).status).toBe(200);
  if (on) expect((await turn(site, parent, true)).status).toBe(200);
  await drain(site);
  return { site, parent, before: (await mailsInOrder(site, parent.email)).length };
}

/** Mails after the first `before`. */
export const news = async (site: TestSite, { email }: Subscriber, before: number) =>
  (await mailsInOrder(site, email))
    .slice(before)
    .map(({ subject, text }) => `${subject}\n${text.replaceAll(/\s+/g, ' ')}`);
