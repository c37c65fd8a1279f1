import { hash as bcrypt } from '@node-rs/bcrypt';
import { expect, test } from 'vitest';
import { days } from '#server/clock.ts';
import { exportData } from '#server/closing/export-data.ts';
import { isOutdated } from '#server/identity/password.ts';
import { askToClose, charges, home, replaceMethod } from '../../setup/account-calls.ts';
import {
  bring,
  card,
  everything,
  importedUserId,
  openOldSite,
  person,
  plan,
  vaultedCard,
} from '../../setup/providers/other-system.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { drain, moveClockTo, runDue, signedIn, subscribe } from '../../setup/subscriber.ts';
import { priceOf } from '../../setup/upgrade-calls.ts';

const password = 'Ｑuiet-harbour-7';

test('P10: an imported user signs in with their old password, which is rehashed, and is renewed here from the given day', async () => {
  const site = await openOldSite();
  const { db } = site.dependencies;
  const vaulted = await vaultedCard(site);
  moveClockTo(site, '2031-12-01');
  const files = {
    people: [
      person(0, { password_hash: await bcrypt(password, { cost: 4 }) }),
      person(1, { username: '', password_hash: '' }),
    ],
    children: [{ child: 'c1', family: 'f0', position: '0', first_name: 'Ben', last_name: '', email: '' }],
    'payment-methods': [card(0, vaulted)],
    plans: [plan(0), plan(1, { payer: 'p0', ends: '2032-06-01', renews: 'no' })],
  };
  const before = await everything(site);
  expect(await bring(site, files, { isDryRun: true })).toMatchObject({
    problems: [],
    counts: { plans: { imported: 2 } },
  });
  expect(await everything(site)).toEqual(before);
  expect((await bring(site, files)).problems).toEqual([]);
  const once = await everything(site);
  expect(await bring(site, files)).toMatchObject({ problems: [], counts: { plans: { imported: 0, unchanged: 2 } } });
  expect(await everything(site)).toEqual(once);

  // A payer agrees to the terms once, whatever they pay for.
  const agreed = once.consents.filter(({ form }) => form === 'IMPORT').map(({ kind, given }) => `${kind} ${given}`);
  expect(agreed.toSorted()).toEqual(['RENEWAL false', 'RENEWAL true', 'TERMS true']);

  const { id, siteCountry } = once.users.find(({ username }) => username === 'old.person.0') ?? { id: '' };
  // Their mails link to the site of their country, if there is one.
  expect(siteCountry).toBe('US');
  const signIn = () =>
    send(site.app, { method: 'POST', path: '/ofw/login', body: { username: 'old.person.0', password } });
  expect((await signIn()).status).toBe(200);
  const hashOf = async () =>
    (await db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow()).passwordHash ??
    '';
  expect(isOutdated(await hashOf())).toBe(false);
  expect((await signIn()).status).toBe(200);
  expect(JSON.stringify(await home(site, id))).toContain('2032-02-10');
  await drain(site);

  const paid = await charges(site);
  // On its last day an upgrade credits what the other system was paid: 54 cents of the new plan less 39 of theirs.
  moveClockTo(site, '2032-02-09');
  expect((await priceOf(site, { userId: id }, { packageId: 1002 })).body.totals.total).toBe(15);
  moveClockTo(site, '2032-02-20');
  expect(await runDue(site)).toEqual([]);
  // The other system has renewed it meanwhile, and reports so.
  const renewed = [plan(0, { starts: '2032-02-10', ends: '2033-02-10' }), ...files.plans.slice(1)];
  expect(await bring(site, { ...files, plans: renewed })).toMatchObject({
    problems: [],
    counts: { plans: { updated: 1 } },
  });
  moveClockTo(site, '2032-03-02');
  await runDue(site);
  expect(await charges(site)).toEqual(paid);
  expect(await bring(site, { ...files, plans: files.plans })).toMatchObject({
    problems: ['plans.csv:2 ends changed_here'],
  });
  expect(await mailsTo(site.sandboxUrl, 'p1@old.example')).toEqual([]);
  moveClockTo(site, '2033-02-10');
  await runDue(site);
  expect(await charges(site)).toHaveLength(paid.length + 1);
});

test('BIL4: an upgrade in an imported month costs its remaining days, less what the other system was paid for them', async () => {
  const site = await openOldSite();
  const short = plan(0, { starts: '2031-02-10', ends: '2031-03-10', paid_cents: '1200', renews: 'no', agreed_on: '' });
  expect(await bring(site, { people: [person(0)], plans: [short] })).toMatchObject({ problems: [] });
  const { id: userId } = await site.dependencies.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  moveClockTo(site, '2031-02-24');
  const { body } = await priceOf(site, { userId }, { packageId: 1002 });
  // 14 of 365 days of the new plan, 14 of 28 days of what was paid.
  expect(body.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['PACKAGE', 759],
    ['PRORATION', -600],
  ]);
});

test('P10: errors in a file are reported by line and column, other lines are imported; an interrupted import continues', async () => {
  const site = await openOldSite();
  const taken = await subscribe(site);
  const people = [
    person(0, { email: taken.email }),
    person(1, { password_hash: 'md5:1' }),
    person(2, { time_zone: 'Mars/Base' }),
    person(3, { region: 'XX' }),
    person(4),
    person(5, { role: 'PARENT_A', username: 'OLD.person.4' }),
    ...Array.from({ length: 1_200 }, (_, index) => person(6 + index)),
    person(9, { person: 'p9000', family: 'f9000', username: 'old.person.9000' }),
  ];
  const plans = [
    plan(4, { package: '9999' }),
    plan(5),
    plan(6, { payer: 'p8', renews: 'no', agreed_on: '' }),
    plan(7, { agreed_on: '' }),
  ];
  const { counts, problems } = await bring(site, { people, plans }, { isDryRun: true });
  expect(problems).toEqual([
    'people.csv:3 password_hash hash_unknown',
    'people.csv:4 time_zone time_zone_unknown',
    'people.csv:5 region region_unknown',
    'people.csv:7 role twice',
    'people.csv:7 username twice',
    'people.csv:2 email taken',
    'people.csv:1208 email twice',
    'plans.csv:5 agreed_on required',
    'plans.csv:3 person not_there',
    'plans.csv:3 payer not_there',
    'plans.csv:2 package unknown',
  ]);
  // Another encoding would lose letters, and a duplicate column is ambiguous.
  const inLatin1 = await bring(site, { people: [person(4)] }, { encoding: 'latin1' });
  const withNul = await bring(site, { people: [person(4, { person: 'p\0', line2: '\0' })] });
  expect([inLatin1.problems, withNul.problems]).toEqual([
    ['people.csv:2 last_name characters'],
    ['people.csv:2 person characters', 'people.csv:2 line2 characters'],
  ]);
  await expect(bring(site, { people: [person(4)] }, { columns: 'email,' })).rejects.toThrow('duplicate column email');
  await expect(bring(site, { people }, { stopAt: 1_208 })).rejects.toThrow('Killed');
  const half = await bring(site, { people });
  expect(half.counts.people).toMatchObject({ unchanged: 995, imported: 206 });
  expect(counts.people).toMatchObject({ unchanged: 0, imported: 995 + 206 });
  expect((await bring(site, { plans: plans.slice(2, 3) })).problems).toEqual(['plans.csv:2 payer other_family']);
});

test('P10: a plan that renews is not imported for a payer without an address, nor when it renews only later', async () => {
  const site = await openOldSite();
  const people = [person(0, { line1: '', city: '', region: '', postal_code: '', country: '' })];
  const bringPlan = (renews: string) => bring(site, { people, plans: [plan(0, { renews })] });
  for (const renews of ['yes', 'no', 'yes'])
    expect((await bringPlan(renews)).problems).toEqual(renews === 'no' ? [] : ['plans.csv:2 payer address_needed']);
});

test('O1: a plan that renews is not imported for a payer in a country where nothing is sold, one that ends is', async () => {
  const site = await openOldSite();
  const people = [person(0, { city: 'Monaco', region: '', postal_code: '98000', country: 'MC' })];
  const bringPlan = (renews: string) => bring(site, { people, plans: [plan(0, { renews })] });
  for (const renews of ['yes', 'no', 'yes'])
    expect((await bringPlan(renews)).problems).toEqual(renews === 'no' ? [] : ['plans.csv:2 payer country_not_sold']);
});

test('P10: closing an account erases its imported data, children with the last parent, and no later run restores it', async () => {
  const site = await openOldSite();
  const { db } = site.dependencies;
  const children = [{ child: 'c1', family: 'f0', position: '0', first_name: 'Ben', last_name: '', email: '' }];
  const files = { people: [person(0), person(1)], children, 'payment-methods': [card(0)] };
  await bring(site, files);
  const remembered = async () => {
    const rows = await db.selectFrom('importedRows').select(['kind', 'sourceId', 'contentHash']).execute();
    const stored = rows.filter(({ contentHash }) => contentHash.length > 0);
    return stored.map(({ kind, sourceId }) => `${kind} ${sourceId}`).toSorted();
  };
  const close = async (number: number) => {
    await askToClose(site, await importedUserId(site, number));
    site.clock.advance(days(32));
    await runDue(site);
  };
  expect(await remembered()).toEqual(['CHILD c1', 'FAMILY f0', 'PAYMENT_METHOD p0', 'PERSON p0', 'PERSON p1']);
  const exported = await exportData(site.dependencies, await importedUserId(site, 0));
  expect(exported['importedFrom']).toMatchObject([{ kind: expect.any(String), sourceId: 'p0' }]);
  await close(0);
  expect(await remembered()).toEqual(['CHILD c1', 'FAMILY f0', 'PERSON p1']);
  await close(1);
  expect(await remembered()).toEqual(['FAMILY f0']);
  const before = await everything(site);
  const changed = { ...files, people: [person(0, { first_name: 'Eva' }), person(1)] };
  expect(await bring(site, changed)).toMatchObject({ problems: [], counts: { people: { unchanged: 2 } } });
  expect(await everything(site)).toEqual(before);
});

test('P10: cards and children that people have entered here meanwhile are reported, and stay; other rows are imported', async () => {
  const site = await openOldSite();
  await bring(site, { people: [person(0), person(2)] });
  const userId = await importedUserId(site, 0);
  expect((await replaceMethod(site, userId)).status).toBe(200);
  const headers = await signedIn(site, userId);
  const entered = { children: [{ firstName: 'Eva', lastName: 'Núñez' }] };
  expect((await send(site.app, { method: 'PUT', path: '/v2/account/family', body: entered, headers })).status).toBe(
    200,
  );
  const ben = { child: 'c1', family: 'f0', position: '0', first_name: 'Ben', last_name: '', email: '' };
  const before = await everything(site);
  const later = {
    children: [ben, { ...ben, child: 'c2', family: 'f1' }],
    'payment-methods': [card(0), card(2)],
  };
  const problems = ['children.csv:2 position taken', 'payment-methods.csv:2 person taken'];
  const counts = { children: { imported: 1 }, 'payment-methods': { imported: 1 } };
  expect(await bring(site, later, { isDryRun: true })).toMatchObject({ problems, counts });
  expect(await everything(site)).toEqual(before);
  expect(await bring(site, later)).toMatchObject({ problems, counts });
  const { children, methods, users } = await everything(site);
  expect(children).toEqual(expect.arrayContaining(before.children));
  expect(methods).toEqual(expect.arrayContaining(before.methods));
  expect([children.length, methods.length]).toEqual([2, 2]);
  expect(users.find(({ id }) => id === userId)?.gatewayCustomerId).not.toBe('customer-0');
});
