import { randomUUID } from 'node:crypto';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { type Caller, callers } from '#contract/api/callers.ts';
import { staffRoles } from '#contract/staff/staff.ts';
import { stopToken } from '#server/invites/stop-invites.ts';
import { credentialsOf, inviteCoParent, newUsername, putCredentials, readyToJoin } from '../setup/invited.ts';
import { addPerson, signInAs } from '../setup/person.ts';
import { signedInProfessional } from '../setup/professional.ts';
import { discover, environment } from '../setup/providers/client-login.ts';
import { readyToPay, submitPayment } from '../setup/sign-up.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { staffHeaders } from '../setup/staff.ts';

type Headers = Record<string, string>;
/** Somebody with a proof, and the kinds of caller that it makes them. */
type Actor = { headers: Headers; is: readonly Caller[]; signupId?: string };

const all = Object.keys(callers) as Caller[];
const rows = (
  has: (rule: {
    who: string;
    staffRoles?: readonly string[];
    roles?: readonly string[];
    scope?: string;
  }) => boolean | undefined,
) => all.filter((name) => has(callers[name]));

async function actorsOf(site: TestSite): Promise<Record<string, Actor>> {
  const open = await readyToPay(site.app);
  const paid = await readyToPay(site.app);
  await submitPayment(site.app, paid);
  const invited = await inviteCoParent(site);
  const used = await readyToJoin(site);
  const body = credentialsOf(newUsername());
  expect((await putCredentials(site.app, { token: used.authToken, body })).status).toBe(200);
  const parent = (await signInAs(site.app, await addPerson(site.dependencies.db))).headers;
  const professional = (await signedInProfessional(site)).headers;
  const staff = await Promise.all(
    staffRoles.map(
      async (role): Promise<[string, Actor]> => [
        `staff ${role}`,
        { headers: await staffHeaders(site, [role]), is: rows((rule) => rule.staffRoles?.includes(role)) },
      ],
    ),
  );
  const config = await discover(() => site.app);
  const service = await client.clientCredentialsGrant(config, { scope: 'entitlements' });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  return {
    nobody: { headers: {}, is: [] },
    'a made-up token': { headers: bearer('w'.repeat(43)), is: [] },
    'link in an invite that stops invites': {
      headers: bearer(stopToken(site.dependencies.makeToken, { link: 'LINK', email: invited.email })),
      is: ['stop-invites-link'],
    },
    'a used credentials token': { headers: bearer(used.authToken), is: ['former-credentials'] },
    parent: { headers: parent, is: rows((rule) => rule.roles?.includes('PARENT_A')) },
    professional: { headers: professional, is: rows((rule) => rule.roles?.includes('PROFESSIONAL')) },
    'another system': { headers: bearer(service.access_token), is: rows((rule) => rule.scope === 'entitlements') },
    'key of an open sign-up': { ...open, is: ['registration', 'former-registration'] },
    'key of a paid sign-up': { ...paid, is: ['former-registration'] },
    'key of another sign-up': { headers: paid.headers, signupId: open.signupId, is: [] },
    'live invite': { headers: invited.headers, is: ['invite', 'former-invite'] },
    'used invite': { headers: used.invited.headers, is: ['former-invite'] },
    ...Object.fromEntries(staff),
  };
}

/** Every route of the contract, with its caller as the API document names them. */
async function routesOf({ app }: TestSite) {
  type Described = Record<string, Record<string, { description?: string }>>;
  const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: Described }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description }]) => {
      const caller = all.find((name) => `${callers[name].who}.` === description);
      if (!caller) throw new Error(`${method} ${path} names no caller of the table`);
      return { method: method.toUpperCase() as 'GET', path, caller };
    }),
  );
}

test('X12: every route refuses every caller whom the table does not allow, before it reads anything', {
  timeout: 240_000,
}, async () => {
  const site = await openSite({ environment: { ...environment, RATE_LIMIT_FACTOR: '10000' } });
  const actors = await actorsOf(site);
  const routes = await routesOf(site);
  expect(new Set(routes.map(({ caller }) => caller))).toEqual(new Set(all));
  const wrong: string[] = [];
  for (const { method, path, caller } of routes) {
    const refusals: readonly string[] = callers[caller].refusals;
    for (const [name, { headers, is, signupId = randomUUID() }] of Object.entries(actors)) {
      if (caller === 'anyone' || is.includes(caller)) continue;
      const url = path.replace('{signupId}', signupId).replaceAll(/\{\w+\}/g, randomUUID());
      const answer = await site.app.inject({
        method,
        url,
        headers: { origin: 'http://localhost:3000', ...headers },
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      const { code = '' } = answer.json<{ code?: string }>();
      if (answer.statusCode < 400 || !refusals.includes(code))
        wrong.push(`${name}: ${method} ${path} ${answer.statusCode} ${code}`);
    }
  }
  expect(wrong).toEqual([]);
});
