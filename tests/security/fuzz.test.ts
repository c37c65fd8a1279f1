import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addPerson, signInAs } from '../setup/person.ts';
import { openSite } from '../setup/site.ts';

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Operation = {
  parameters?: { name: string; in: 'path' | 'query' | 'header' | 'cookie' }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string }>;
};
type Description = { paths: Record<string, Record<string, Operation>> };

const longestAnswerMs = 5_000;
const callsToEach = 20;
/** Moves the demonstration's clock and waits for a worker, which does not run here. */
const notForPeople = /^\/api\/v2\/development\//;

/** Values that no form sends: too long, of a wrong type, with a lone surrogate, or an injection. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '%00',
    '../../etc/passwd',
    "' or 1=1 --",
    '{{7*7}}',
    '<script>',
    'x'.repeat(20_000),
    [],
    {},
    [[]],
    -1,
    0,
    1e308,
    2 ** 53,
    1.5,
    Number.NaN,
    true,
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.uuid(),
  fc.integer(),
  fc.emailAddress(),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A body that mostly matches the schema, so that it gets past more of the validation than random data. */
function bodyOf(schema: Schema | undefined, depth = 0): fc.Arbitrary<unknown> {
  if (!schema || depth > 5) return nasty;
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first)
    return fc.oneof(
      {
        weight: 4,
        arbitrary: fc.oneof(...(schema.anyOf ?? schema.oneOf ?? []).map((each) => bodyOf(each, depth + 1))),
      },
      { weight: 1, arbitrary: nasty },
    );
  if (schema.enum)
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...schema.enum) }, { weight: 1, arbitrary: nasty });
  return fc.oneof({ weight: 5, arbitrary: ofType(schema, depth) }, { weight: 1, arbitrary: nasty });
}

function ofType(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties) {
    const members = Object.entries(schema.properties ?? {}).map(
      ([name, each]) => [name, bodyOf(each, depth + 1)] as const,
    );
    return fc.record(Object.fromEntries(members), {
      requiredKeys: members.filter((_each, index) => index % 5 !== 4).map(([name]) => name),
    });
  }
  if (type === 'array') return fc.array(bodyOf(schema.items, depth + 1), { maxLength: 3 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return fc.constantFrom<unknown>(0, 1, 1001, 14_400, -1, 2 ** 31);
  return fc.constantFrom<unknown>(
    'Marta',
    'marta@example.com',
    '+1',
    '2025550142',
    'US',
    'MN',
    '55401',
    'America/Chicago',
    '2026-11-21',
    'SEARCH',
  );
}

const headerText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcXYZ019-_ ;=,./"\'<>{}%\u00e9'), maxLength: 80 }),
  fc.constantFrom('Bearer ' + 'a'.repeat(43), 'a'.repeat(43), 'x'.repeat(3_000)),
);
const pathText = fc.oneof(
  fc.uuid(),
  fc.constantFrom('0', '..', '%2e%2e', '%00', 'undefined', 'x'.repeat(150), "'--"),
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

test('every documented call answers any input in time, and never with a server error', {
  timeout: 300_000,
}, async () => {
  const { app, dependencies, logged } = await openSite({ environment: { RATE_LIMIT_FACTOR: '10000' } });
  const person = await addPerson(dependencies.db);
  const { headers: signedIn } = await signInAs(app, person);
  const { paths } = (await app.inject('/api/openapi.json')).json<Description>();
  const calls = Object.entries(paths)
    .filter(([path]) => !notForPeople.test(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
    );
  expect(calls.length).toBeGreaterThan(40);
  const faults: string[] = [];
  for (const { path, method, operation } of calls) {
    const { parameters = [], requestBody } = operation;
    const query = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    const own = parameters.filter((each) => each.in === 'header').map(({ name }) => name);
    const schema = requestBody?.content['application/json']?.schema;
    const request = fc.record({
      path: fc.array(pathText, { minLength: 4, maxLength: 4 }),
      query: fc.dictionary(
        fc.constantFrom('x', ...query),
        fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom('1', '', '\u0000')),
      ),
      headers: fc.dictionary(
        fc.constantFrom('x-anonymous-id', 'accept-language', 'idempotency-key', 'x-forwarded-for', ...own),
        headerText,
      ),
      body: requestBody ? bodyOf(schema) : fc.constant(undefined),
      known: fc.boolean(),
    });
    for (const asked of fc.sample(request, callsToEach)) {
      let part = 0;
      const address = path.replaceAll(/\{[^}]+\}/g, () => asked.path[part++] ?? 'x');
      const search = new URLSearchParams(Object.entries(asked.query)).toString();
      const body = asked.body === undefined ? {} : { payload: JSON.stringify(asked.body) ?? 'null' };
      const headers = {
        ...(asked.known ? signedIn : { origin: 'http://localhost:3000' }),
        ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...asked.headers,
      };
      const began = performance.now();
      const answer = await app.inject({
        method: method.toUpperCase() as 'POST',
        url: `${address}${search ? `?${search}` : ''}`,
        headers,
        ...body,
      });
      const took = performance.now() - began;
      if (answer.statusCode >= 500 || took > longestAnswerMs)
        faults.push(
          `${method} ${path} → ${answer.statusCode} in ${Math.round(took)} ms for ${JSON.stringify(asked).slice(0, 600)}`,
        );
      if (answer.statusCode < 400) continue;
      const { code, requestId } = answer.json<{ code: string; requestId: unknown }>();
      expect(requestId, `${method} ${path}`).toEqual(expect.any(String));
      const documented = operation.responses[answer.statusCode]?.description.split(', ');
      expect(documented, `${method} ${path} → ${answer.statusCode}`).toContain(code);
    }
  }
  expect(faults).toEqual([]);
  expect(logged.filter((line) => line.includes('request failed'))).toEqual([]);
});
