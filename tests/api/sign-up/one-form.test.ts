import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Schema } from '#contract/api/route.ts';
import { contractRoutes } from '../../setup/contract-routes.ts';
import { requestCode, textsTo } from '../../setup/ownership/recovery-calls.ts';
import { addPerson } from '../../setup/person.ts';
import { eventually } from '../../setup/sandbox.ts';
import { addressInMinnesota, parentOf, price, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { bookStoreDomains, codeSpellingOf, emailSpellingOf, mexicanPhones, spellingOf } from '../../setup/spellings.ts';
import { staffHeaders } from '../../setup/staff.ts';

type App = TestSite['app'];

const within = ['innerType', 'element', 'left', 'right', 'in', 'out', 'valueType'] as const;
type Definition = { type: string; shape?: Record<string, Schema>; options?: Schema[] } & Partial<
  Record<(typeof within)[number], Schema>
>;
type Field = { place: string; name: string; schema: Schema };

/** Every text that a call accepts, with its name. */
function textsIn(schema: Schema, { place, name }: Omit<Field, 'schema'>): Field[] {
  const { type, shape = {}, options = [], ...definition } = schema._zod.def as unknown as Definition;
  if (type === 'string') return [{ place, name, schema }];
  return [
    ...Object.entries(shape).flatMap(([key, part]) => textsIn(part, { place: `${place}.${key}`, name: key })),
    ...[...options, ...within.flatMap((key) => definition[key] ?? [])].flatMap((part) =>
      textsIn(part, { place, name }),
    ),
  ];
}

const taken = contractRoutes.flatMap(({ method, path, body, query }) =>
  [body, query].flatMap((schema) => (schema ? textsIn(schema, { place: `${method} ${path}`, name: '' }) : [])),
);
const name = spellingOf("José O'Núñez-Ríos");
const code = codeSpellingOf('HALF-OFF0-DEMO');
const spellings: Record<string, fc.Arbitrary<string>> = {
  email: emailSpellingOf('núria', bookStoreDomains),
  firstName: name,
  lastName: name,
  practiceName: name,
  cardHolderName: name,
  line1: name,
  line2: name,
  city: name,
  region: name,
  referralOther: name,
  username: spellingOf('marta.ruiz-2'),
  usernameOrEmail: spellingOf('marta.ruiz-2'),
  phoneNumber: fc.constantFrom('5512345678', '55 1234\u20135678', '(55) 1234-5678', '\uff15\uff15 12345678'),
  securityCode: fc.constantFrom('4821', ' 4821', '\uff14\uff18\uff12\uff11', '48\u200b21'),
  paymentCodes: code,
  promoCodes: code,
};

/** Parsed by the rule of their route: a list's code, a phone with its country, a name of any age, a masked address. */
const readLater = new Set([
  'GET /v1/usernameRecovery/sendUsernameRecoveryEmail.email',
  'GET /v2/countries/:country/timezones.region',
  'POST /ofw/login.username',
  'POST /v2/registrations/:signupId/prices.phoneNumber',
  'POST /v2/usernames/availability.username',
]);

test('S4: every input is read alike in every spelling, by every schema of the contract', () => {
  const places = new Set<string>();
  const [differing, refusing] = [new Set<string>(), new Set<string>()];
  for (const { place, name: field, schema } of taken) {
    const spelling = spellings[field];
    if (!spelling || readLater.has(place)) continue;
    const [one, ...others] = fc
      .sample(spelling, { numRuns: 25, seed: 7 })
      .map((typed) => schema['~standard'].validate(typed));
    if (others.some((other) => JSON.stringify(other) !== JSON.stringify(one))) differing.add(place);
    if (one === undefined || !('value' in one)) refusing.add(place);
    places.add(place);
  }
  expect([...differing]).toEqual([]);
  // Refused alike, nothing is shown of how it is read.
  expect([...refusing]).toEqual([]);
  expect(places.size).toBeGreaterThan(60);
});

type Started = { signupId: string; registrationKey: string };
const start = (app: App, parent: object) =>
  send<Started>(app, {
    method: 'POST',
    path: '/v2/registrations',
    body: { parent, knowsCoParentEmail: true, referral: { selection: 'SEARCH' } },
  });
const nameCoParent = (app: App, { signupId, registrationKey }: Started, coParent: object) =>
  send(app, {
    method: 'PUT',
    path: `/v2/registrations/${signupId}/family`,
    body: { coParent: { firstName: 'Joe', lastName: 'Ruiz', email: 'joe@example.com', ...coParent }, children: [] },
    headers: { 'x-registration-key': registrationKey },
  });
const refused = (field: string) => ({ status: 400, body: { validationErrors: [{ field }] } });

test('S1: a Mexican mobile is one phone in every spelling: storage, "same as yours", staff search and recovery', async () => {
  const site = await openSite();
  await site.startJobs();
  const { app, sandboxUrl, dependencies } = site;
  const person = await addPerson(dependencies.db);
  const stored = { phoneCountryCode: '+52', phoneNumber: '5512345678' };
  await dependencies.db.updateTable('users').set(stored).where('id', '=', person.userId).execute();
  const staff = await staffHeaders(site, ['SUPPORT']);
  for (const [index, phone] of mexicanPhones.entries()) {
    const { body: begun } = await start(app, { ...parentOf(`s1-${index}@example.com`), ...phone });
    const { parent } = await dependencies.db
      .selectFrom('registrations')
      .select('parent')
      .where('id', '=', begun.signupId)
      .executeTakeFirstOrThrow();
    expect(parent).toMatchObject(stored);
    const other = mexicanPhones.at(index - 1) ?? phone;
    const { body: found } = await send<{ people: { userId: string }[] }>(app, {
      method: 'POST',
      path: '/v2/staff/searches',
      body: { text: phone.phoneNumber },
      headers: staff,
    });
    expect(found.people.map(({ userId }) => userId)).toEqual([person.userId]);
    expect(await nameCoParent(app, begun, other)).toMatchObject(refused('coParent.phoneNumber'));
  }
  await requestCode(site, mexicanPhones[2] ?? stored);
  const sent = await eventually(
    () => textsTo(sandboxUrl, '+525512345678'),
    (texts) => texts.length > 0,
  );
  expect(sent).toHaveLength(1);
});

test('S2: a mailbox is charged once and cannot be a co-parent’s as well, however its domain is written', async () => {
  const { app } = await openSite();
  const [first = '', ...others] = fc.sample(emailSpellingOf('nuria', bookStoreDomains), { numRuns: 5, seed: 3 });
  const registration = await readyToPay(app, { email: first });
  const paid = await submitPayment(app, registration, { quote: await price(app, registration) });
  expect(paid.body).toMatchObject({ outcome: 'PAID' });
  for (const email of others) expect((await start(app, parentOf(email))).status).toBe(409);
  const { body: begun } = await start(app, parentOf('s2@b\u00fccher.example'));
  expect(await nameCoParent(app, begun, { email: 'S2@xn--bcher-kva.example' })).toMatchObject(
    refused('coParent.email'),
  );
});

test('S5: a postal code is stored in its country’s spelling', async () => {
  const { app, dependencies } = await openSite();
  const montreal = { ...addressInMinnesota, city: 'Montreal', region: 'QC', country: 'CA', postalCode: 'h3z  2y7' };
  const { signupId } = await readyToPay(app, { address: montreal, timeZone: 'America/Toronto' });
  const { address } = await dependencies.db
    .selectFrom('registrations')
    .select('address')
    .where('id', '=', signupId)
    .executeTakeFirstOrThrow();
  expect(address?.postalCode).toBe('H3Z 2Y7');
});
