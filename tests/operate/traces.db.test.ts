import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../setup/sandbox.ts';
import { price, readyToPay, submitPayment } from '../setup/sign-up.ts';
import { openSite } from '../setup/site.ts';

type Value = { stringValue?: string; intValue?: number };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number };
};
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

/** Leaves out times and ids, whose digits may contain a postal code by chance. */
const withoutNumbers = (key: string, value: unknown) => (/(UnixNano|Id)$/.test(key) ? undefined : value);

/** An OpenTelemetry collector that keeps what it receives over the network. */
async function openCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST' && request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const spans = () =>
    bodies.flatMap((body) =>
      (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  const all = () => bodies.map((body) => JSON.stringify(JSON.parse(body), withoutNumbers)).join('\n');
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, spans, all };
}

const attribute = ({ attributes }: Span, key: string) => {
  const value = attributes.find((each) => each.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

test('SEC14: traces: a payment is one trace of request, statements and gateway call; a job has its own; none has personal data', async () => {
  const collector = await openCollector();
  const site = await openSite({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  await site.startJobs();
  const registration = await readyToPay(site.app);
  const quote = await price(site.app, registration);
  const paid = await submitPayment(site.app, registration, { quote });
  expect(paid.body.outcome).toBe('PAID');
  await site.app.inject({
    url: '/api/nowhere?email=canary%40example.com',
    headers: { 'x-canary': 'canary', cookie: 'session=canary' },
  });
  const pay = 'POST /api/v2/registrations/:signupId/payments';
  const spans = await eventually(
    async () => collector.spans(),
    (seen) => [pay, 'job send-receipt', 'GET none'].every((name) => seen.some((span) => span.name === name)),
    15_000,
  );
  const request = spans.find(({ name }) => name === pay);
  expect(request?.parentSpanId ?? '').toBe('');
  expect(attribute(request as Span, 'http.response.status_code')).toBe(200);
  const inTrace = spans.filter(({ traceId }) => traceId === request?.traceId);
  const sale = inTrace.find(({ name }) => name === 'gateway sale') as Span;
  expect(sale.parentSpanId).toBe(request?.spanId);
  expect(attribute(sale, 'evenkeel.gateway.outcome')).toBe('approved');
  const attempt = await site.dependencies.db.selectFrom('paymentAttempts').select('id').executeTakeFirstOrThrow();
  expect(attribute(sale, 'evenkeel.payment.attempt_id')).toBe(attempt.id);
  const statements = inTrace
    .filter(({ name }) => name.startsWith('postgresql '))
    .map((span) => String(attribute(span, 'db.query.text')));
  expect(statements.some((text) => text.startsWith('insert into "payment_attempts"'))).toBe(true);
  expect(statements.some((text) => text.startsWith('insert into "orders"'))).toBe(true);
  expect(inTrace.every(({ parentSpanId, spanId }) => spanId === request?.spanId || parentSpanId !== undefined)).toBe(
    true,
  );
  const job = spans.find(({ name }) => name === 'job send-receipt');
  expect(job?.traceId).not.toBe(request?.traceId);
  expect(spans.some(({ name, traceId }) => name.startsWith('postgresql ') && traceId === job?.traceId)).toBe(true);
  expect(site.logged.some((line) => line.includes(String(request?.traceId)) && line.includes('"route"'))).toBe(true);
  const secrets = [
    registration.email,
    registration.coParentEmail,
    "O'Brien",
    '12 Lake Street',
    'fake-valid-visa-nonce',
    'canary',
    '55401',
  ];
  for (const secret of [...secrets, registration.headers['x-registration-key'], paid.body.clickToJoinToken])
    expect(collector.all()).not.toContain(secret);
});

test('O32: a trace goes on from a trusted proxy, is recorded as it says, and from nobody else', async () => {
  const collector = await openCollector();
  const site = await openSite({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: '127.0.0.1' },
  });
  const [theirs, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const ask = async (id: string, headers: Record<string, string>, remoteAddress = '127.0.0.1') => {
    await site.app.inject({
      url: `/api/${id}`,
      headers: { 'x-forwarded-for': '192.0.2.7', ...headers },
      remoteAddress,
    });
  };
  await ask('unsampled', { traceparent: `00-${theirs}-${span}-00` });
  await ask('trusted', { traceparent: `00-${theirs}-${span}-01` });
  await ask('zeros', { traceparent: `00-${'0'.repeat(32)}-${span}-01` });
  await ask('stranger', { traceparent: `00-${theirs}-${span}-01` }, '198.51.100.9');
  const spans = await eventually(
    async () => collector.spans().filter(({ name }) => name === 'GET none'),
    (seen) => seen.length === 3,
  );
  expect(spans.map(({ traceId, parentSpanId }) => traceId === theirs && parentSpanId === span)).toEqual([
    true,
    false,
    false,
  ]);
});

test('traces: an error marks its spans with its type, never with its text', async () => {
  const collector = await openCollector();
  const site = await openSite({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  const registration = await readyToPay(site.app);
  const quote = await price(site.app, registration);
  const { gateway, tracer } = site.dependencies;
  gateway.sale = () =>
    tracer?.span({ name: 'gateway sale', kind: 'client' }, () => Promise.reject(new RangeError('canary'))) ??
    Promise.reject();
  expect((await submitPayment(site.app, registration, { quote })).status).toBe(500);
  const spans = await eventually(
    async () => collector.spans(),
    (seen) => seen.some(({ name }) => name.endsWith('/payments')),
    15_000,
  );
  const failed = spans.filter(({ status }) => status.code === 2);
  expect(failed.map(({ name }) => name)).toEqual(['gateway sale', 'POST /api/v2/registrations/:signupId/payments']);
  expect(attribute(failed[0] as Span, 'error.type')).toBe('RangeError');
  expect(collector.all()).not.toContain('canary');
});

test('traces: without an endpoint nothing is traced', async () => {
  const site = await openSite();
  expect(site.dependencies.tracer).toBeNull();
});
