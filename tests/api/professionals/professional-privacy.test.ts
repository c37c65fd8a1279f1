import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as importRoutes from '#contract/api/professionals/case-imports.ts';
import * as bundleRoutes from '#contract/api/professionals/code-bundles.ts';
import * as refundRoutes from '#contract/api/professionals/plan-refunds.ts';
import * as accountRoutes from '#contract/api/professionals/professional-account.ts';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import * as caseRoutes from '#contract/api/professionals/professional-cases.ts';
import type { Route } from '#contract/api/route.ts';
import {
  ask,
  openFamily,
  practice,
  type SignedIn,
  searchCases,
  signedInProfessional,
} from '../../setup/professional.ts';
import { ledger } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { signedIn } from '../../setup/subscriber.ts';

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;
/** Every call of the area, including future ones. */
const all: unknown[] = [caseRoutes, bundleRoutes, accountRoutes, importRoutes, refundRoutes].flatMap((module) =>
  Object.values(module),
);
const routes = all.filter(isRoute);
const ofSomebody = routes.filter(({ path }) => path.includes(':'));
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

type Ids = { familyId: string; userId: string; bundleId: string };

const payment = {
  amountDisplayed: 14_400,
  taxAmountDisplayed: 0,
  taxId: 'x',
  paymentType: 'CREDIT_CARD',
  nonce: 'fake-valid-visa-nonce',
};

/** Bodies that are valid except for the ids they name, by the end of the path. */
const bodies: Record<string, (ids: Ids) => object> = {
  '/cases': () => ({
    parentA: { firstName: 'Marta', lastName: 'Ruiz', email: 'a@example.com' },
    parentB: { firstName: 'Joe', lastName: 'Ruiz', email: '' },
  }),
  '/search': () => ({}),
  '/:familyId': ({ userId }) => ({ parents: [{ userId, firstName: 'Mine', lastName: 'Now' }] }),
  '/archive': () => ({ archived: true }),
  '/practice': () => practice,
  '/preview': () => ({ fileBase64: '' }),
  '/case-imports': () => ({ fileBase64: '' }),
  '/code-bundles': () => ({ packageId: 1001, size: 5 }),
  '/email': () => ({ email: 'mine@example.com' }),
  '/prices': ({ userId }) => ({ packageId: 1001, parentIds: [userId] }),
  '/payments': ({ userId }) => ({ packageId: 1001, parentIds: [userId], payment }),
};

function callRoute(
  site: TestSite,
  somebody: { headers: Record<string, string> },
  { route, ids }: { route: Route; ids: Ids },
) {
  const path = route.path
    .replace('/v2/professional', '')
    .replace(':familyId', ids.familyId)
    .replace(':userId', ids.userId)
    .replace(':bundleId', ids.bundleId);
  const bodyOf = route.body && bodies[`/${route.path.split('/').at(-1)}`];
  if (route.body && !bodyOf) throw new Error(`${nameOf(route)} needs a body here`);
  const call = {
    method: route.method as 'GET' | 'POST' | 'PUT',
    body: bodyOf?.(ids),
    headers: { 'idempotency-key': randomUUID() },
  };
  return ask(site, somebody, path, call);
}

/** A family, and a bundle that is chosen but not paid for. */
async function ownedBy(site: TestSite, owner: SignedIn): Promise<Ids> {
  const family = await openFamily(site, owner);
  const { body } = await ask<{ bundleId: string }>(site, owner, '/code-bundles', {
    body: { packageId: 1001, size: 5 },
  });
  return { familyId: family.familyId, userId: family.parents[0]?.userId ?? '', bundleId: body.bundleId };
}

test('SEC10: another professional finds nothing of a family or a bundle, whatever the call', async () => {
  const site = await openSite();
  const [owner, other] = [await signedInProfessional(site), await signedInProfessional(site)];
  const ids = await ownedBy(site, owner);
  const own = await ownedBy(site, other);
  const answers = await Promise.all(
    ofSomebody.map(async (route) => [nameOf(route), (await callRoute(site, other, { route, ids })).status]),
  );
  expect(answers).toEqual(ofSomebody.map((route) => [nameOf(route), 404]));
  // Somebody else's parent under one's own family is not found either.
  const naming = ofSomebody.filter(({ path }) => !path.endsWith('/archive'));
  const mixed = naming.filter(({ path, body }) => path.includes(':userId') || (path.includes(':familyId') && body));
  const wrong = { ...ids, familyId: own.familyId };
  const second = await Promise.all(
    mixed.map(async (route) => [nameOf(route), (await callRoute(site, other, { route, ids: wrong })).status]),
  );
  expect(second).toEqual(mixed.map((route) => [nameOf(route), 404]));
  const mine = await searchCases(site, other);
  expect(mine.cases.map(({ familyId }) => familyId)).toEqual([own.familyId]);
  expect(await site.dependencies.db.selectFrom('invites').select('id').execute()).toEqual([]);
  expect(await ledger(site.sandboxUrl)).toEqual([]);
});

test('P2: a professional sees the children’s names as they entered them, and no longer once a parent has changed them', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents, children } = await openFamily(site, professional);
  expect(children).toEqual(['Ana']);
  const parent = { headers: await signedIn(site, parents[0]?.userId ?? '') };
  const body = { children: [{ firstName: 'Mia', lastName: 'Ruiz' }] };
  const changed = await send(site.app, { method: 'PUT', path: '/v2/account/family', body, headers: parent.headers });
  expect(changed.status).toBe(200);
  const seen = await ask<ProfessionalCase>(site, professional, `/cases/${familyId}`);
  expect(seen.body.children).toEqual([]);
});

test('6-11: a parent and a stranger see nothing of this area', async () => {
  const site = await openSite();
  const ids = await ownedBy(site, await signedInProfessional(site));
  const parent = { headers: await signedIn(site, ids.userId) };
  for (const route of routes) {
    const refused = await callRoute(site, parent, { route, ids });
    expect([nameOf(route), refused.status, refused.body.code]).toEqual([nameOf(route), 403, 'FORBIDDEN']);
    expect([nameOf(route), (await callRoute(site, { headers: {} }, { route, ids })).status]).toEqual([
      nameOf(route),
      401,
    ]);
  }
});
