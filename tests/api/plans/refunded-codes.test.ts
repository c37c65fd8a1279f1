import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Quote } from '#contract/api/prices.ts';
import { reconcileAttempt } from '#server/checkout/take-payment.ts';
import { billing, callRefund, lastMail } from '../../setup/account-calls.ts';
import { setFault, settleSales } from '../../setup/sandbox.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain, moveClockTo, runDue, signedIn, subscribe } from '../../setup/subscriber.ts';

test('CHO7: what a refund returned to a code pays a restart, and no text denies it', async () => {
  const site = await openSite();
  await site.dependencies.db.updateTable('activationCodes').set({ reusable: false }).execute();
  const parent = await subscribe(site, { codes: ['HALF-OFF0-DEMO'] });
  expect((await callRefund(site, parent.userId)).status).toBe(200);
  await drain(site);
  const priced = await send<Quote>(site.app, {
    method: 'POST',
    path: `/v2/account/subscriptions/${parent.subscriptionId}/restart/prices`,
    body: { code: 'HALF-OFF0-DEMO' },
    headers: await signedIn(site, parent.userId),
  });
  expect(priced.body.totals.total).toBe(7_200);
  const texts = JSON.parse(await readFile('messages/en/account-billing.json', 'utf8')) as Record<string, string>;
  expect(texts['account_billing_refund_codes']).not.toContain('not for a restart');
});

test('CHO5: the mail of a renewal’s refund names no codes that an earlier refund returned', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  await db.updateTable('activationCodes').set({ reusable: false }).execute();
  const email = 'joe.at.once@example.com';
  const payer = await readyToPay(site.app, { coParentEmail: email });
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  await submitPayment(site.app, payer, { payForCoparent: true, codes: ['HALF-OFF0-DEMO'] });
  await submitPayment(site.app, await readyToPay(site.app, { email }));
  const { id } = await db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('state', '=', 'UNKNOWN')
    .executeTakeFirstOrThrow();
  await reconcileAttempt(site.jobDependencies, id);
  await drain(site);
  await settleSales(site.sandboxUrl);
  const own = await db
    .selectFrom('users')
    .innerJoin('subscriptions', 'subscriptions.userId', 'users.id')
    .select(['users.id as userId', 'subscriptions.id as subscriptionId', 'periodEnd'])
    .where('emailNormalised', '=', payer.email)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('users')
    .set({ status: 'ACTIVE', emailProvenAt: new Date(), username: 'marta.first' })
    .where('id', '=', own.userId)
    .execute();
  moveClockTo(site, own.periodEnd);
  await runDue(site);
  const offer = (await billing(site, own.userId)).refund;
  expect(offer).toMatchObject({ amount: 14_400, codes: 0 });
  expect((await callRefund(site, own.userId)).status).toBe(200);
  await drain(site);
  const mail = (await lastMail(site, { email: payer.email }))?.text.replaceAll(/\s+/g, ' ');
  expect(mail).toContain('We refunded US$144.00');
  expect(mail).not.toContain('returned to the codes');
});
