import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSite } from '../setup/site.ts';

type Schema = { allOf: [unknown, { properties: { code: { enum: string[] } } }] };
type Operation = {
  security: Record<string, string[]>[];
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>;
};
type Description = { paths: Record<string, Record<string, Operation>>; components: { securitySchemes: object } };

/** The documented problems of a call, as `409 CONFLICT`. */
const problemsIn = ({ responses }: Operation) =>
  Object.entries(responses).flatMap(([status, { content }]) =>
    Number(status) < 400
      ? []
      : (content?.['application/json']?.schema.allOf[1].properties.code.enum ?? []).map((code) => `${status} ${code}`),
  );

/** Calls that need no authentication. A new call has to be added here, or be guarded like every other one. */
const open = [
  /^GET \/api\/v2\/(countries|phone-country-codes|referrals|security-questions|pricing-groups|packages|discount-offers|courts)\b/,
  /^GET \/api\/v2\/(professional\/options|payment-client-token|sessions\/current|development\/clock)$/,
  /^GET \/api\/(ofw\/keepalive\.form|v1\/usernameRecovery\/.*)$/,
  /^POST \/api\/v1\/(track|page|identify|batch)$/,
  /^POST \/api\/v2\/(registrations|package-country-checks|place-suggestions|place-resolutions|usernames\/availability)$/,
  /^POST \/api\/v2\/(invite-codes\/exchange|proofs\/check|resume-links(\/exchange)?|resume-codes\/exchange|ownership-claims|professional\/users|professional\/users\/validator|development\/clock)$/,
  /^POST \/api\/ofw\/(login|signup\/getpassword\.form)$/,
  /^POST \/api\/v2\/staff\/(sign-ins|sessions)$/,
  // Calendar programs poll, and understand only 404 for an address that is not valid.
  /^GET \/api\/v2\/calendar\.ics$/,
  // Their bodies are signed, so the sender can only be authenticated after reading them.
  /^(GET|POST) \/api\/webhooks\/braintree$/,
  /^POST \/api\/webhooks\/(twilio|mail\/\{provider\})$/,
  // Mail programs send no headers of ours: the token is in the path, and can only stop invites.
  /^POST \/api\/v2\/invite-stops\/\{token\}$/,
  // An expired token is sufficient here, and the specification has a separate answer for an unknown one (111).
  /^POST \/api\/v2\/invites\/requests$/,
  /^DELETE \/api\/v2\/sessions\/current$/,
  /^POST \/api\/v2\/address-codes(\/check)?$/,
  /^POST \/api\/v2\/sessions\/passkey(\/options)?$/,
];
const refusals = ['NOT_SIGNED_IN', 'TOKEN_INVALID', 'INVITE_TOKEN_INVALID', 'REGISTRATION_EXPIRED'];

const wrongSecret = 'w'.repeat(43);
const forged = {
  authorization: `Bearer ${wrongSecret}`,
  'x-registration-key': wrongSecret,
  'x-invite-token': wrongSecret,
  'x-renewal-token': wrongSecret,
  cookie: `session=${wrongSecret}; staff=${wrongSecret}`,
};

test('P10: every restricted call is authorised before body, query and address are parsed', async () => {
  const { app } = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const { paths } = (await app.inject('/api/openapi.json')).json<Description>();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  );
  const guarded = described.filter(({ call }) => !open.some((pattern) => pattern.test(call)));
  expect(guarded.length).toBeGreaterThan(60);
  for (const { call, operation } of guarded)
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
      expect([call, problemsIn(operation)]).toEqual([call, expect.arrayContaining([`${answer.statusCode} ${code}`])]);
    }
});

test('P10: the API document states each call’s authorization and every problem that it may return', async () => {
  const { app } = await openSite();
  const { paths, components } = (await app.inject('/api/openapi.json')).json<Description>();
  const schemes = Object.keys(components.securitySchemes);
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const call = `${method.toUpperCase()} ${path}`;
      const proofs = operation.security.flatMap((proof) => Object.keys(proof));
      const isForAll = open.some((pattern) => pattern.test(call)) && !path.endsWith('/invites/requests');
      expect([call, proofs.length, proofs.every((proof) => schemes.includes(proof))]).toEqual([
        call,
        isForAll ? 0 : 1,
        true,
      ]);
      expect([call, problemsIn(operation)]).toEqual([
        call,
        expect.arrayContaining(['400 UNREADABLE', '409 NEW_RELEASE', '429 TOO_MANY_REQUESTS', '500 UNEXPECTED']),
      ]);
    }
  const pay = paths['/api/v2/registrations/{signupId}/payments']?.['post'];
  expect(pay?.security).toEqual([{ 'x-registration-key': [] }]);
  expect(pay && problemsIn(pay).toSorted()).toEqual([
    '400 UNREADABLE',
    '400 VALIDATION',
    '402 AUTHENTICATION_REQUIRED',
    '402 PAYMENT_DECLINED',
    '403 FORBIDDEN',
    '404 NOT_FOUND',
    '409 ALREADY_PAID',
    '409 CONFLICT',
    '409 COUNTRY_MISMATCH',
    '409 EMAIL_IN_PAYMENT',
    '409 NEW_RELEASE',
    '409 PACKAGE_NOT_OFFERED',
    '409 QUOTE_CHANGED',
    '409 STEP_MISSING',
    '409 VALIDATION',
    '410 REGISTRATION_EXPIRED',
    '413 TOO_LARGE',
    '422 IDEMPOTENCY_MISMATCH',
    '422 PAYMENT_METHOD_REJECTED',
    '429 TOO_MANY_REQUESTS',
    '500 UNEXPECTED',
    '503 BUSY',
  ]);
});
