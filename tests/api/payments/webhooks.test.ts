import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { days } from '#server/clock.ts';
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts';
import { storeNotification } from '#server/payment-events/notification-repository.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';
import { disputeReport, postReport, sampleReport, signatureOf, signed } from '../../setup/webhooks.ts';

const stored = ({ dependencies: { db } }: TestSite) =>
  db.selectFrom('gatewayNotifications').selectAll().orderBy('receivedAt').execute();
const handled = ({ logged }: TestSite) =>
  logged.filter((line) => line.includes('gateway webhook check received')).length;
const queued = async (site: TestSite) => (await drain(site, { times: 2 })).filter((job) => job.startsWith('handle-'));

describe('webhooks of the gateway', () => {
  test('a report is stored and handled once, despite duplicates and concurrency', async () => {
    const site = await openSite();
    const report = await sampleReport('check');
    const answers = await Promise.all(Array.from({ length: 10 }, () => postReport(site, report)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    await postReport(site, { ...report, bt_payload: report.bt_payload.trimEnd() });
    expect(await queued(site)).toEqual(['handle-gateway-notification']);
    expect(handled(site)).toBe(1);
    await postReport(site, report);
    expect(await queued(site)).toEqual([]);
    expect(await stored(site)).toMatchObject([{ kind: 'check', event: null, handledAt: expect.any(Date) }]);
  });

  test('unhandled and unreadable reports are stored without their content', async () => {
    const site = await openSite();
    const unread = ['<notification><kind>check</kind>', '<notification/>', '<other><kind>check</kind></other>'];
    const reports = [
      await sampleReport('subscription_charged_successfully'),
      signed(
        '<notification><kind>new_thing</kind><timestamp>2026-01-01T00:00:00Z</timestamp><subject/></notification>',
      ),
      ...unread.map(signed),
    ];
    for (const report of reports) expect((await postReport(site, report)).json()).toEqual({ received: true });
    const rows = await stored(site);
    expect(rows.map(({ event, handledAt }) => [event, handledAt === null])).toEqual(reports.map(() => [null, false]));
    expect(rows.map(({ kind }) => kind)).toContain('subscription_charged_successfully');
    expect(await queued(site)).toEqual([]);
  });

  test('a report is rejected without the gateway’s signature, with altered text, and from a page', async () => {
    const site = await openSite();
    const report = await sampleReport('check');
    const other = await sampleReport('dispute_lost');
    const forged = [
      { ...report, bt_signature: 'public|0123' },
      { ...report, bt_signature: report.bt_signature.replace('public', 'another') },
      { ...report, bt_payload: other.bt_payload },
      { ...report, bt_payload: `${report.bt_payload}<` },
    ];
    for (const form of forged) expect((await postReport(site, form)).json()).toMatchObject({ code: 'FORBIDDEN' });
    expect((await postReport(site, { bt_payload: report.bt_payload })).statusCode).toBe(400);
    expect((await postReport(site, {})).statusCode).toBe(400);
    const page = await postReport(site, report, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expect(page.statusCode).toBe(403);
    expect(await stored(site)).toEqual([]);
    // No other route parses a form body.
    const login = { url: '/api/ofw/login', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await site.app.inject({ method: 'POST', ...login, payload: 'username=a' })).statusCode).toBe(403);
  });

  test('the gateway’s challenge is answered, and nothing else is signed', async () => {
    const { app } = await openSite();
    const challenge = '20f9f8ed05f77439fe955c977e4c8a53';
    const answer = await app.inject(`/api/webhooks/braintree?bt_challenge=${challenge}`);
    expect(answer).toMatchObject({ statusCode: 200, body: signatureOf(challenge) });
    expect(answer.headers['content-type']).toContain('text/plain');
    expect((await app.inject('/api/webhooks/braintree?bt_challenge=<script>')).statusCode).toBe(400);
  });

  test('a report is forgotten after 400 days', async () => {
    const site = await openSite();
    await postReport(site, await sampleReport('check'));
    site.clock.advance(days(401));
    await forgetOldRecords.run(site.jobDependencies, {});
    expect(await stored(site)).toEqual([]);
  });
});

describe('the response to a report', () => {
  const at = new Date('2026-11-23T10:00:00Z');
  const dispute = (id: number) => disputeReport('open', { id: `d-${id}`, transactionId: `t-${id}`, cents: 100, at });
  const median = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };

  test('waits for no gateway and costs little more than the insert', async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => asked.mockRestore());
    const site = await openSite();
    const { db } = site.dependencies;
    const { gateway } = site.jobDependencies;
    // Calling the gateway would block for ever.
    for (const ask of ['sale', 'findDisputes', 'findTransactions', 'findPaymentMethod', 'refund'] as const)
      gateway[ask] = () => new Promise<never>(() => undefined);
    // The baseline: what a report must leave behind, one row and one job, in the same database at the same time.
    const write = (id: number) =>
      storeNotification(db, {
        id: String(id).padStart(64, '0'),
        kind: 'check',
        occurredAt: at,
        receivedAt: at,
        event: { kind: 'check' },
      });
    const [answers, floor]: [number[], number[]] = [[], []];
    for (let round = 0; round < 60; round += 1) {
      floor.push(await timed(() => write(round)));
      answers.push(await timed(async () => expect((await postReport(site, dispute(round))).statusCode).toBe(200)));
    }
    expect(median(answers.slice(10)) / median(floor.slice(10))).toBeLessThan(3);
    // A busy machine hides a few more statements; their number is the same on every machine.
    const statements = async (work: () => Promise<unknown>) => {
      asked.mockClear();
      await work();
      return asked.mock.calls.length;
    };
    const written = await statements(() => write(60));
    expect(written).toBeGreaterThan(2);
    expect(await statements(() => postReport(site, dispute(60)))).toBe(written);
    expect(await db.selectFrom('disputes').select('id').execute()).toEqual([]);
  });

  test('rejects an oversized report without reading it', async () => {
    const site = await openSite();
    const long = signed(`<notification><kind>${'x'.repeat(256 * 1024)}</kind></notification>`);
    expect((await postReport(site, long)).statusCode).toBe(413);
    const nested = signed(`${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`);
    expect((await postReport(site, nested)).statusCode).toBe(200);
    expect(await stored(site)).toMatchObject([{ event: null }]);
  });
});
