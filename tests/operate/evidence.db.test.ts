import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readEvidence } from '#server/payment-events/evidence.ts';
import { pdfContains } from '../setup/pdf-text.ts';
import { openSite } from '../setup/site.ts';
import { writtenLog } from '../setup/staff.ts';
import { drain, signedIn, subscribe } from '../setup/subscriber.ts';
import { disputeReport, postReport } from '../setup/webhooks.ts';

const program = join(import.meta.dirname, '../../dist/evidence-main.mjs');
const run = (databaseUrl: string, ...dispute: string[]) =>
  promisify(execFile)('node', [program, ...dispute], {
    encoding: 'buffer',
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: databaseUrl,
      APP_SECRET: 'a secret of this test, long enough',
    },
  });

test('an operator gets the evidence for a dispute as PDF: order, consents, mails and sign-ins of its payer alone, without addresses', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await subscribe(site, { payForCoparent: true });
  await signedIn(site, parent.userId);
  await drain(site);
  const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  const transactionId = order.transactionId ?? '';
  await postReport(site, disputeReport('open', { transactionId, cents: order.totalCents, at: new Date() }));
  await drain(site);
  const { stdout } = await run(site.databaseUrl, 'dispute-1');
  expect(await writtenLog(site)).toMatchObject([
    { action: 'COLLECT_EVIDENCE', userId: parent.userId, actorName: expect.stringMatching(/^Operator /) },
  ]);
  const people = await db.selectFrom('users').select(['firstName', 'email', 'id', 'line1']).execute();
  for (const text of [
    'Evidence for dispute dispute-1',
    `Transaction: ${transactionId}`,
    `Order ID sent: ${order.attemptId}`,
    'Evidence until: 2026-12-24',
  ])
    expect([text, pdfContains(stdout, text)]).toEqual([text, true]);
  const evidence = await readEvidence(db, 'dispute-1');
  const written = JSON.stringify(evidence);
  const rows = (heading: string) => evidence?.sections.find((section) => section.heading === heading)?.rows ?? [];
  expect(rows('Agreed to').map(({ value }) => value.split(' ')[0])).toContain('TERMS');
  expect(rows('Emails sent').map(({ value }) => value)).toEqual(
    expect.arrayContaining(['receipt', 'payment-disputed']),
  );
  expect(rows('Logged in')[0]?.value).toContain('Test, last seen');
  for (const { id, firstName, email, line1 } of people) {
    expect([email, line1].filter((text) => text && written.includes(text))).toEqual([]);
    expect([firstName, written.includes(firstName)]).toEqual([firstName, id === parent.userId]);
  }
  await expect(run(site.databaseUrl, 'unknown')).rejects.toMatchObject({ code: 1 });
  await expect(run(site.databaseUrl)).rejects.toMatchObject({ code: 1 });
});
