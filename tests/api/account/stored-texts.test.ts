import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callers } from '#contract/api/callers.ts';
import type { Route, Schema } from '#contract/api/route.ts';
import { caseColumnNames } from '#contract/professionals/case-list.ts';
import { staffQueueNames } from '#contract/staff/staff-queues.ts';
import { contractRoutes } from '../../setup/contract-routes.ts';
import { currentLink } from '../../setup/invited.ts';
import { ask, openFamily, type SignedIn, signedInProfessional } from '../../setup/professional.ts';
import { bring, openOldSite, person, plan } from '../../setup/providers/other-system.ts';
import { readyToPay, send } from '../../setup/sign-up.ts';
import type { TestSite } from '../../setup/site.ts';
import { confirmProposal, performAction, staffHeaders } from '../../setup/staff.ts';
import { drain, runDue, signedIn, subscribe } from '../../setup/subscriber.ts';

/** Formats that the server generates itself: ids, instants, days, addresses of pages, whole numbers. */
const madeByServer = ['uuid', 'date', 'datetime', 'url', 'safeint'];
const changing = ['default', 'prefault', 'transform', 'pipe', 'catch', 'custom'];
const within = ['innerType', 'element', 'keyType', 'valueType', 'left', 'right', 'in', 'out', 'rest'] as const;

type Definition = {
  type: string;
  format?: string;
  checks?: { _zod: { def: { check: string; format?: string } } }[];
  shape?: Record<string, Schema>;
  options?: Schema[];
  items?: Schema[];
} & Partial<Record<(typeof within)[number], Schema>>;

/** Each rule or transformation of a schema that could reject or rewrite stored values, with its place. */
function rulesIn(schema: Schema, place = ''): string[] {
  const definition = schema._zod.def as unknown as Definition;
  const { type, format, checks = [], shape = {}, options = [], items = [] } = definition;
  const rules = [format, ...checks.map(({ _zod }) => _zod.def.format ?? _zod.def.check)];
  const own = [
    ...rules.filter((rule) => rule && !madeByServer.includes(rule)),
    ...changing.filter((one) => one === type),
  ];
  const inner = within.flatMap((key) => definition[key] ?? []);
  return [
    ...own.map((rule) => `${place} ${rule}`),
    ...Object.entries(shape).flatMap(([key, part]) => rulesIn(part, `${place}.${key}`)),
    ...[...options, ...items, ...inner].flatMap((part) => rulesIn(part, place)),
  ];
}

test('X2: no response is validated by the rule of a form, so that tightening a rule never breaks reading what is stored', () => {
  expect(contractRoutes.length).toBeGreaterThan(150);
  const held = contractRoutes.flatMap(({ method, path, answer }) =>
    rulesIn(answer).map((rule) => `${method} ${path}: ${rule}`),
  );
  expect(held).toEqual([]);
});

type Actor = {
  userId: string;
  headers: Record<string, string>;
  proof: (typeof callers)[keyof typeof callers]['proof'];
  roles: readonly string[];
};
type Family = { parents: string[]; professional?: SignedIn };

const list = [
  Object.values(caseColumnNames.en).join(','),
  'Marta,Ruiz,list-a@one.example,Joe,Ramos,list-b@one.example,Ana,en',
].join('\n');

async function parentsOf(site: TestSite, email: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where family_id = (select family_id from users where email = ${email})`.execute(
    site.dependencies.db,
  );
  return rows.map(({ id }) => id);
}

async function byProfessional(site: TestSite, viaList: boolean): Promise<Family> {
  const longCity = { city: 'Llanfairpwllgwyngyllgogerychwyrndrobwll', line1: '1' };
  const names = { firstName: 'M', lastName: 'Wolfeschlegelsteinhausenbergerdorff' };
  const professional = await signedInProfessional(site, { contact: names, practice: longCity });
  if (!viaList) {
    const { parents } = await openFamily(site, professional);
    return { parents: parents.map(({ userId }) => userId), professional };
  }
  await ask(site, professional, '/case-imports', {
    body: { fileBase64: Buffer.from(list).toString('base64') },
    headers: { 'idempotency-key': randomUUID() },
  });
  return { parents: await parentsOf(site, 'list-a@one.example'), professional };
}

async function byForm(site: TestSite): Promise<Family> {
  const { email } = await subscribe(site, { payForCoparent: true });
  return { parents: await parentsOf(site, email) };
}

async function byImport(site: TestSite): Promise<Family> {
  const nowhere = { line1: '', city: '', region: '', postal_code: '', country: '', time_zone: '', phone_number: '' };
  const noRegion = { line1: 'Via Roma 1', city: 'Monaco', region: '', postal_code: '98000', country: 'MC' };
  const files = {
    people: [person(0, noRegion), person(1, nowhere)],
    children: [{ child: 'c1', family: 'f0', position: '0', first_name: 'Ben', last_name: '', email: '' }],
    plans: [plan(0, { renews: 'no' }), plan(1, { payer: 'p0', renews: 'no' })],
  };
  expect((await bring(site, files)).problems).toEqual([]);
  return { parents: await parentsOf(site, 'p0@old.example') };
}

async function byStaff(site: TestSite): Promise<Family> {
  const family = await byForm(site);
  const [bea, ada] = [await staffHeaders(site, ['SUPPORT']), await staffHeaders(site, ['ADMIN'])];
  const { db } = site.dependencies;
  for (const userId of family.parents) {
    const inputs = { email: `${userId}-${'a'.repeat(27)}@corrected.example`, mailboxBefore: 'NEVER_THEIRS' };
    await performAction(site, bea, userId, { action: 'CORRECT_EMAIL', inputs });
    await confirmProposal(site, ada);
  }
  const corrected = db.selectFrom('users').select('id').where('email', 'like', '%@corrected.example');
  expect((await corrected.execute()).length).toBeGreaterThan(0);
  return family;
}

/** Columns with typed texts, or with choices from lists that have changed since. */
const typedColumns = {
  users: `first_name last_name email phone_country_code phone_number line1 line2 city region postal_code
    security_question referral_selection referral_other invited_first_name invited_last_name invited_email`,
  children: 'first_name last_name email',
  professionals: `title credentials phone_extension practice_name bench_officer_name bench_officer_position
    colleague_name colleague_role`,
};

const oddTexts = ['', 'X', '‘Z’\tNúñez\u0301 <b>%00</b>\n🦩 '.repeat(8)];

/** Stores texts that no form accepts today; a value that a table rejects stays unchanged. */
async function makeOdd({ dependencies: { db } }: TestSite, text: string): Promise<void> {
  for (const [table, columns] of Object.entries(typedColumns)) {
    for (const column of columns.split(/\s+/)) {
      const set = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text}`;
      await set.execute(db).catch((error: { code?: string }) => expect(error.code).toMatch(/^23/));
    }
  }
}

async function byOlderRules(site: TestSite, text: string): Promise<Family> {
  const { parents } = await byForm(site);
  const { professional } = await byProfessional(site, false);
  await makeOdd(site, text);
  return { parents, ...(professional ? { professional } : {}) };
}

const writers: Record<string, (site: TestSite) => Promise<Family>> = {
  'a form': byForm,
  'a professional': (site) => byProfessional(site, false),
  'a list of families': (site) => byProfessional(site, true),
  'an import': byImport,
  staff: byStaff,
  ...Object.fromEntries(
    oddTexts.map((text) => [
      `older rules: ${JSON.stringify(text.slice(0, 9))}`,
      (site: TestSite) => byOlderRules(site, text),
    ]),
  ),
};

/** Routes that show no texts, or that need a token or a state of their own; all others are called here. */
const leftOut = new RegExp(
  [
    '^/(v1|v3|ofw|webhooks)/|^/v2/(calendar|development|courts|renewals|credentials|users|discount-offers)',
    '^/v2/(sessions/second|ownership-claims)|^/v2/staff/(event-endpoints/:|experiments/:|funnel)|(bundles|orders)/.*payment$|restart$',
  ].join('|'),
);
const readsBySearch = [
  { caller: 'professional', path: '/v2/professional/cases/search', body: {} },
  { caller: 'parent', path: '/v2/account/co-parent/invite-previews', body: {} },
  { caller: 'parent', path: '/v2/account/proofs', body: undefined },
  { caller: 'staff', path: '/v2/staff/searches', body: { text: 'example' } },
] as const;

/** Values from the database for the parameters of a path. */
async function valuesFor({ dependencies: { db } }: TestSite, userId: string): Promise<Record<string, string>> {
  const first = async (query: ReturnType<typeof sql<{ id: string }>>) => (await query.execute(db)).rows[0]?.id;
  const found = {
    userId,
    familyId: await first(sql`select id from families where created_by_professional_id = ${userId} limit 1`),
    orderId: await first(sql`select id from orders where user_id = ${userId} limit 1`),
    documentId: await first(sql`select d.id from documents d join orders o on o.id = d.order_id
      where o.user_id = ${userId} limit 1`),
    subscriptionId: await first(sql`select id from subscriptions where user_id = ${userId} limit 1`),
    year: String(new Date().getUTCFullYear()),
    country: 'US',
    number: '1',
    key: 'hide-offers',
  };
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, value ?? randomUUID()]));
}

/** The invited ones, through their links. */
async function linksOf(site: TestSite, { parents }: Family): Promise<Actor[]> {
  const links = await Promise.all(parents.map((userId) => currentLink(site, userId).catch(() => null)));
  return links.flatMap((link) => (link ? [{ ...link, proof: 'x-invite-token', roles: [] }] : []));
}

async function actorsOf(site: TestSite, { parents, professional }: Family): Promise<Actor[]> {
  const registration = await readyToPay(site.app);
  const staff = await staffHeaders(site, ['SUPPORT', 'BILLING', 'GROWTH', 'ADMIN']);
  const sessions = await Promise.all(
    parents.map(async (userId) => ({ userId, headers: await signedIn(site, userId), roles: ['PARENT_A', 'PARENT_B'] })),
  );
  return [
    ...sessions.map((each): Actor => ({ ...each, proof: 'session' })),
    ...(professional ? [{ ...professional, proof: 'session' as const, roles: ['PROFESSIONAL'] }] : []),
    { userId: registration.signupId, headers: registration.headers, proof: 'x-registration-key', roles: [] },
    ...parents.map((userId): Actor => ({ userId, headers: staff, proof: 'staff-session', roles: [] })),
    { userId: randomUUID(), headers: {}, proof: null, roles: [] },
  ];
}

const mayCall = ({ proof, roles }: Actor, route: Route): boolean => {
  const rule: { proof: unknown; roles?: readonly string[] } = callers[route.caller];
  return rule.proof === proof && (rule.roles === undefined || rule.roles.some((role) => roles.includes(role)));
};

/** Everything that one actor may read: status by route. */
async function readAll(site: TestSite, actor: Actor): Promise<Record<string, number[]>> {
  const values = { ...(await valuesFor(site, actor.userId)), signupId: actor.userId };
  const read: Record<string, number[]> = {};
  const call = async (key: string, method: 'GET' | 'POST', path: string, body?: object) => {
    const { status } = await send(site.app, { method, path, body, headers: actor.headers });
    (read[key] ??= []).push(status);
  };
  for (const route of contractRoutes.filter((one) => one.method === 'GET' && mayCall(actor, one))) {
    const queues = route.path.includes(':queue') ? staffQueueNames : [''];
    for (const queue of queues) {
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => ({ ...values, queue })[name] ?? randomUUID());
      await call(route.path, 'GET', `${path}?userId=${actor.userId}`);
    }
  }
  for (const { caller, path, body } of readsBySearch)
    if (mayCall(actor, { caller } as Route)) await call(`POST ${path}`, 'POST', path, body);
  return read;
}

const readable = contractRoutes
  .filter(({ method, path }) => method === 'GET' && !leftOut.test(path))
  .map(({ path }) => path);
const everRead = new Set<string>();

test.each(Object.keys(writers))('X2: what %s has stored can be read by every route, job and mail', async (writer) => {
  const site = await openOldSite();
  const family = (await writers[writer]?.(site)) ?? { parents: [] };
  expect(family.parents).toHaveLength(2);
  const broken: string[] = [];
  const readBy = async (actor: Actor) => {
    for (const [path, statuses] of Object.entries(await readAll(site, actor))) {
      if (statuses.includes(200)) everRead.add(path);
      broken.push(...statuses.filter((status) => status >= 500).map((status) => `${status} ${path}`));
    }
  };
  for (const link of await linksOf(site, family)) await readBy(link);
  await site.dependencies.db
    .updateTable('users')
    .set({ status: 'ACTIVE', username: sql`coalesce(username, left(id::text, 8) || right(id::text, 12))` })
    .where('id', 'in', family.parents)
    .execute();
  for (const actor of await actorsOf(site, family)) await readBy(actor);
  expect(broken).toEqual([]);
  await drain(site);
  await runDue(site);
});

test('X2: every route that shows texts was called', () => {
  expect(readable.filter((path) => !everRead.has(path))).toEqual([]);
});
