import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { paymentTypes } from '#contract/sign-up/payment-types.ts';
import { minutes } from '#server/clock.ts';
import { reconcilePaymentJob } from '#server/jobs/reconcile-payment.ts';
import { openFaultSite } from '../faults/fault-site.ts';
import { openTestDatabase } from '../setup/database/database.ts';
import { freePort } from '../setup/free-port.ts';
import { eventually, setFault } from '../setup/sandbox.ts';
import { price, readyToPay, send, submitPayment } from '../setup/sign-up.ts';
import { openSite, type TestSite } from '../setup/site.ts';

/** The value of a metric, or null if it is missing. `labels` as they are written. */
function valueOf(text: string, name: string, labels = ''): number | null {
  const wanted = labels === '' ? name : `${name}{${labels}}`;
  const line = text.split('\n').find((each) => each.startsWith(`${wanted} `));
  return line === undefined ? null : Number(line.slice(wanted.length + 1));
}

async function shown({ dependencies: { metrics } }: TestSite): Promise<string> {
  if (!metrics) throw new Error('Metrics are not enabled');
  return (await metrics.render()).text;
}

const measuring = { environment: { METRICS_PORT: '0' } };
const cardRefused = 'fake-luhn-invalid-nonce';

test('metrics: steps of a sign-up, payment submissions by answer, and settled payments by method and outcome are counted', async () => {
  const site = await openSite(measuring);
  const registration = await readyToPay(site.app);
  const quote = await price(site.app, registration);
  expect((await submitPayment(site.app, registration, { quote, nonce: cardRefused })).status).toBe(422);
  const { gateway } = site.dependencies;
  const paid = await submitPayment(site.app, registration, { quote });
  expect(paid.body.outcome).toBe('PAID');
  const other = await readyToPay(site.app);
  const otherQuote = await price(site.app, other);
  gateway.sale = () => Promise.reject(new Error('broken'));
  expect((await submitPayment(site.app, other, { quote: otherQuote })).status).toBe(500);
  const text = await shown(site);
  const steps = ['details', 'family', 'billing', 'price', 'paid'].map((step) =>
    valueOf(text, 'evenkeel_sign_up_steps_total', `flow="parent",step="${step}"`),
  );
  expect(steps).toEqual([2, 2, 2, 2, 1]);
  const submissions = (answer: string) =>
    valueOf(text, 'evenkeel_payment_submissions_total', `payment_type="CREDIT_CARD",answer="${answer}"`);
  expect([submissions('paid'), submissions('declined'), submissions('error')]).toEqual([1, 1, 1]);
  const settled = (outcome: string, type: string) =>
    valueOf(text, 'evenkeel_payments_settled_total', `purpose="SIGN_UP",outcome="${outcome}",payment_type="${type}"`);
  expect([settled('approved', 'CREDIT_CARD'), settled('rejected', 'none')]).toEqual([1, 1]);
  expect(text).toContain(
    'evenkeel_http_request_duration_seconds_bucket{le="0.25",method="POST",route="/api/v2/registrations",status="201"}',
  );
});

test('O24: after a start each method’s first payment is an increase, so no alarm says that nobody can pay', async () => {
  const text = await shown(await openSite(measuring));
  const approved = paymentTypes.map((type) =>
    valueOf(text, 'evenkeel_payments_settled_total', `purpose="SIGN_UP",outcome="approved",payment_type="${type}"`),
  );
  expect(approved).toEqual([0, 0, 0, 0, 0]);
});

test('metrics: an unresolved payment shows its age until the reconciler has settled it, whoever paid', async () => {
  const site = await openSite(measuring);
  const registration = await readyToPay(site.app);
  const quote = await price(site.app, registration);
  expect(valueOf(await shown(site), 'evenkeel_payments_in_doubt')).toBe(0);
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  expect((await submitPayment(site.app, registration, { quote })).body.outcome).toBe('CONFIRMING');
  const { db } = site.dependencies;
  await sql`update payment_attempts set created_at = created_at - interval '20 minutes'`.execute(db);
  const before = await shown(site);
  expect(valueOf(before, 'evenkeel_payments_in_doubt')).toBe(1);
  expect(valueOf(before, 'evenkeel_payment_in_doubt_oldest_seconds')).toBeGreaterThanOrEqual(1_200);
  expect(valueOf(before, 'evenkeel_payment_submissions_total', 'payment_type="CREDIT_CARD",answer="confirming"')).toBe(
    1,
  );
  const { id } = await db.selectFrom('paymentAttempts').select('id').executeTakeFirstOrThrow();
  site.clock.advance(minutes(2));
  await reconcilePaymentJob.run(site.jobDependencies, { attemptId: id });
  const after = await shown(site);
  expect(valueOf(after, 'evenkeel_payments_in_doubt')).toBe(0);
  expect(valueOf(after, 'evenkeel_payment_in_doubt_oldest_seconds')).toBe(0);
  expect(
    valueOf(
      after,
      'evenkeel_payments_settled_total',
      'purpose="SIGN_UP",outcome="approved",payment_type="CREDIT_CARD"',
    ),
  ).toBe(1);
});

test('metrics: jobs that wait show how long, across their failures; jobs given up, overdue renewals and workers are counted', async () => {
  const site = await openSite(measuring);
  const { db } = site.dependencies;
  const registration = await readyToPay(site.app);
  expect((await submitPayment(site.app, registration)).body.outcome).toBe('PAID');
  // No worker runs. The job failed twice, so it was postponed by e and e² seconds: first due ten minutes ago.
  const jobsNamed = (name: string) => sql`array(select id from graphile_worker.jobs where task_identifier = ${name})`;
  await sql`select graphile_worker.reschedule_jobs(${jobsNamed('send-receipt')}, attempts => 2,
    run_at => now() - interval '10 minutes' + interval '1 second' * (exp(1) + exp(2)))`.execute(db);
  await sql`select graphile_worker.permanently_fail_jobs(${jobsNamed('send-invite')})`.execute(db);
  await sql`update subscriptions set period_start = period_start - 400, period_end = period_end - 400, anchor_date = anchor_date - 400`.execute(
    db,
  );
  const delivery = (values: string) =>
    sql`insert into event_deliveries (endpoint_id, position, subject, created_at, dead_at)
      values (uuidv7(), 1, 'people/1', ${sql.raw(values)})`.execute(db);
  await delivery(`now() - interval '2 hours', null`);
  await delivery(`now() - interval '1 hour', null`);
  await delivery(`now() - interval '4 days', now()`);
  await sql`insert into event_endpoints (id, url, created_at, paused_at, paused_by)
    select uuidv7(), 'https://a.example/', now(), now(), by from unnest(array['STAFF', 'RECEIVER']) as by`.execute(db);
  await sql`insert into job_workers (id, seen_at) values ('alive', now()), ('dead', now() - interval '5 minutes')`.execute(
    db,
  );
  const text = await shown(site);
  expect(valueOf(text, 'evenkeel_jobs_waiting', 'job="send-receipt"')).toBe(1);
  const oldest = valueOf(text, 'evenkeel_job_oldest_seconds', 'job="send-receipt"') ?? 0;
  expect(oldest).toBeGreaterThanOrEqual(600);
  expect(oldest).toBeLessThan(660);
  expect(valueOf(text, 'evenkeel_jobs_given_up', 'job="send-invite"')).toBe(1);
  // A reminder scheduled for tomorrow does not count as waiting.
  expect(valueOf(text, 'evenkeel_jobs_waiting', 'job="send-credentials-reminder"')).toBeNull();
  expect(valueOf(text, 'evenkeel_renewals_overdue')).toBe(1);
  expect(valueOf(text, 'evenkeel_workers_alive')).toBe(1);
  expect(valueOf(text, 'evenkeel_events_waiting')).toBe(2);
  const unsent = valueOf(text, 'evenkeel_event_oldest_seconds') ?? 0;
  expect([unsent >= 7_200, unsent < 7_260]).toEqual([true, true]);
  expect(valueOf(text, 'evenkeel_events_given_up')).toBe(1);
  expect(valueOf(text, 'evenkeel_event_endpoints_gone')).toBe(1);
  expect(valueOf(text, 'evenkeel_database_up')).toBe(1);
});

test('SEC14: no metric contains a name, an address, an id or user input', async () => {
  const site = await openSite(measuring);
  await site.startJobs();
  const registration = await readyToPay(site.app);
  await submitPayment(site.app, registration, { change: { paymentType: 'planted"} 1\nplanted' } });
  await submitPayment(site.app, registration);
  await site.app.inject({ url: `/api/v2/registrations/${registration.signupId}?email=${registration.email}` });
  await site.app.inject({ url: '/api/nowhere/planted' });
  await send(site.app, { method: 'GET', path: '/v2/payment-client-token?country=US' });
  const text = await eventually(
    () => shown(site),
    (seen) => valueOf(seen, 'evenkeel_job_duration_seconds_count', 'job="send-receipt",outcome="done"') === 1,
  );
  for (const secret of [registration.email, registration.coParentEmail, "O'Brien", 'planted', 'country=US'])
    expect(text).not.toContain(secret);
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test('app and worker serve metrics on a separate, non-public port, and only if configured', {
  timeout: 60_000,
}, async () => {
  const database = await openTestDatabase();
  const site = await openFaultSite({ databaseUrl: database.url, apps: 0, workers: 0 });
  onTestFinished(async () => {
    await site.close();
    await database.drop();
  });
  const [appPort, workerPort] = [await freePort(), await freePort()];
  const app = await site.startApp({ METRICS_PORT: String(appPort) });
  await site.startWorker({ METRICS_PORT: String(workerPort) });
  const read = async (port: number) => (await fetch(`http://localhost:${port}/metrics`)).text();
  const fromApp = await read(appPort);
  expect(valueOf(fromApp, 'evenkeel_calls_in_flight')).toBe(0);
  expect(valueOf(fromApp, 'evenkeel_requests_connections_most')).toBe(10);
  expect(valueOf(fromApp, 'evenkeel_requests_connections_waiting')).toBe(0);
  expect(valueOf(fromApp, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(valueOf(fromApp, 'evenkeel_workers_alive')).toBe(1);
  expect(valueOf(await read(workerPort), 'evenkeel_database_up')).toBe(1);
  expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
  const silent = await openSite();
  expect(silent.dependencies.metrics).toBeNull();
});

type Alarms = {
  groups: {
    rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }[];
  }[];
};

type Dashboard = { uid: string; panels: { title: string; targets: { expr: string }[] }[] };

const dashboards = (root: string) =>
  globSync('deploy/grafana/*.json', { cwd: root }).flatMap((file) => {
    const { uid, panels } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Dashboard;
    return panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: `${uid}: ${title}`, expr })));
  });

/** Labels that Prometheus defines, not this project. */
const ofPrometheus = new Set(['instance', 'le']);

test('alarms and dashboards use existing metrics, labels and values, and docs/watching.md explains every metric', async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const site = await openSite(measuring);
  const registration = await readyToPay(site.app);
  await submitPayment(site.app, registration);
  const { metrics } = site.dependencies;
  // A label appears only with its first value.
  metrics?.canaryOn(['page']);
  metrics?.mailReported({ report: 'HARD' });
  metrics?.mailWithheld({ cause: 'HARD' });
  metrics?.jobEnded({ job: 'send-receipt', outcome: 'done', seconds: 1 });
  const text = await shown(site);
  const names = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  const known = (name: string) => names.has(name.replace(/_(bucket|count|sum)$/, '')) || names.has(name);
  const { groups } = parse(readFileSync(path.join(root, 'deploy/prometheus/alarms.yaml'), 'utf8')) as Alarms;
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(10);
  const shownOn = dashboards(root);
  for (const { name, expr } of [...shownOn, ...rules.map(({ alert, expr: asked }) => ({ name: alert, expr: asked }))]) {
    const asked = expr.match(/\b(?:evenkeel|nodejs|process)_\w+/g) ?? [];
    expect(asked, name).not.toEqual([]);
    expect(
      asked.filter((metric) => !known(metric)),
      name,
    ).toEqual([]);
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
    const compared = [...expr.matchAll(/[{,](\w+)(?:=|!|~)/g)].map(([, label = '']) => label);
    for (const label of [...grouped, ...compared].filter((one) => !ofPrometheus.has(one)))
      expect(text, name).toMatch(new RegExp(`[{,]${label}="`));
  }
  for (const { alert, labels, annotations } of rules) {
    expect(annotations.summary.length, alert).toBeGreaterThan(20);
    expect(['page', 'ticket'], alert).toContain(labels.severity);
  }
  const explained = readFileSync(path.join(root, 'docs/watching.md'), 'utf8');
  const ours = [...names].filter((name) => name.startsWith('evenkeel_'));
  expect(ours.filter((name) => !shownOn.some(({ expr }) => expr.includes(name)))).toEqual([]);
  const prefixes = [...explained.matchAll(/`(evenkeel_\w+)\*?`/g)].map(([, name = '']) => name);
  expect(
    ours.filter(
      (name) => !prefixes.some((prefix) => name === prefix || (prefix.endsWith('_') && name.startsWith(prefix))),
    ),
  ).toEqual([]);
});
