import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSite } from '../setup/site.ts';

type Description = { paths: Record<string, Record<string, unknown>> };

/** Calls that anybody may make. Any other has to ask who is calling: a new call stands here, or has a guard. */
const open = [
  /^GET \/api\/v2\/(countries|phone-country-codes|referrals|security-questions|pricing-groups|packages|discount-offers)\b/,
  /^GET \/api\/v2\/(professional\/options|payment-client-token|sessions\/current|development\/clock)$/,
  /^GET \/api\/(ofw\/keepalive\.form|v1\/usernameRecovery\/.*)$/,
  /^POST \/api\/v1\/(track|page|identify|batch)$/,
  /^POST \/api\/v2\/(registrations|package-country-checks|place-suggestions|place-resolutions|usernames\/availability)$/,
  /^POST \/api\/v2\/(invite-codes\/exchange|professional\/users|professional\/users\/validator|development\/clock)$/,
  /^POST \/api\/ofw\/(login|signup\/getpassword\.form)$/,
  // A token that has ended is enough here, and the specification has an answer of its own for one that never was (111).
  /^POST \/api\/v2\/invites\/requests$/,
  /^DELETE \/api\/v2\/sessions\/current$/,
];
const refusals = ['NOT_SIGNED_IN', 'TOKEN_INVALID', 'INVITE_TOKEN_INVALID', 'REGISTRATION_EXPIRED'];

const wrongSecret = 'w'.repeat(43);
const forged = {
  authorization: `Bearer ${wrongSecret}`,
  'x-registration-key': wrongSecret,
  'x-invite-token': wrongSecret,
  'x-renewal-token': wrongSecret,
  cookie: `session=${wrongSecret}`,
};

test('P10: who is asking is looked at before body, query and address, by every call that is not for everybody', async () => {
  const { app } = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const { paths } = (await app.inject('/api/openapi.json')).json<Description>();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const guarded = described.filter((call) => !open.some((pattern) => pattern.test(call)));
  expect(guarded.length).toBeGreaterThan(60);
  for (const call of guarded)
    for (const [address, headers] of [
      ['x', {}],
      [randomUUID(), {}],
      [randomUUID(), forged],
    ] as const) {
      const [method = '', path = ''] = call.split(' ');
      const answer = await app.inject({
        method: method as 'GET',
        url: `${path.replaceAll(/\{\w+\}/g, address)}?key=%00&language=xx&before=never`,
        headers: {
          origin: 'http://localhost:3000',
          ...headers,
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        ...(method === 'GET' ? {} : { payload: '{"not json' }),
      });
      const { code } = answer.json<{ code: string }>();
      expect([call, headers, answer.statusCode, refusals.includes(code)]).toEqual([
        call,
        headers,
        code === 'REGISTRATION_EXPIRED' ? 410 : 401,
        true,
      ]);
    }
});
