import { expect, test } from 'vitest';
import { childrenOf, forgetChildren } from '#server/identity/family-repository.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { addressInMinnesota, parentOf, readyToPay, send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { signedIn, subscribe } from '../../setup/subscriber.ts';

type Family = { version: number; children: { firstName: string }[]; code: string };
const twenty = Array.from({ length: 20 }, (_, index) => index);
/** Lists of different lengths, distinguishable by their names. */
const listOf = (index: number) =>
  Array.from({ length: 1 + (index % 4) }, (_, child) => ({
    firstName: `Kid${String.fromCharCode(97 + index)}`,
    lastName: `No${'abcd'[child]}`,
    email: '',
  }));

test('P8: twenty concurrent saves of the children each succeed or conflict, and one complete list remains', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const headers = await signedIn(site, parent.userId);
  const own = { path: '/v2/account/family', headers } as const;
  const read = async () => (await send<Family>(site.app, { method: 'GET', ...own })).body;
  const save = (body: object) => send<Family>(site.app, { method: 'PUT', ...own, body });

  const older = await Promise.all(twenty.map((index) => save({ children: listOf(index) })));
  expect(older.map(({ status }) => status)).toEqual(twenty.map(() => 200));
  const { version, children } = await read();
  expect(twenty.map(listOf)).toContainEqual(children);

  const answers = await Promise.all(twenty.map((index) => save({ version, children: listOf(index) })));
  const saved = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
  expect(saved).toHaveLength(1);
  for (const { status, body } of answers) if (status !== 200) expect([status, body.code]).toEqual([409, 'CONFLICT']);
  const now = await read();
  expect(now).toMatchObject({ version: version + 1, children: listOf(saved[0] ?? 0) });
  expect((await save({ version: now.version, children: listOf(7) })).body.children).toEqual(listOf(7));
});

test('P8: twenty concurrent saves of step 1 and of the billing address all succeed', async () => {
  const site = await openSite();
  const { signupId, headers, email } = await readyToPay(site.app);
  const saves = twenty.map((index) =>
    send(site.app, {
      method: 'PUT',
      path: `/v2/registrations/${signupId}`,
      body: {
        parent: { ...parentOf(email), timeZone: 'America/Chicago' },
        address: addressInMinnesota,
        sections: index % 2 ? ['PARENT'] : ['PARENT', 'ADDRESS'],
      },
      headers,
    }),
  );
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(twenty.map(() => 200));
});

test('P8: twenty concurrent saves of step 2 all succeed, and one complete list remains', async () => {
  const site = await openSite();
  const { signupId, headers, coParentEmail } = await readyToPay(site.app);
  const coParent = { firstName: 'Joe', lastName: 'Ruiz', email: coParentEmail };
  const saves = twenty.map((index) =>
    send(site.app, {
      method: 'PUT',
      path: `/v2/registrations/${signupId}/family`,
      body: { coParent, children: listOf(index) },
      headers,
    }),
  );
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(twenty.map(() => 200));
  const { family } = await site.dependencies.db
    .selectFrom('registrations')
    .select('family')
    .where('id', '=', signupId)
    .executeTakeFirstOrThrow();
  expect(twenty.map(listOf)).toContainEqual(family?.children);
});

test('Z2: a child without a last name, as a professional and an import store one, stays so when the family is edited', async () => {
  const site = await openSite();
  const { userId } = await subscribe(site);
  const save = async (children: object[]) => {
    const answer = await send<Family & { validationErrors?: { code: string }[] }>(site.app, {
      method: 'PUT',
      path: '/v2/account/family',
      headers: await signedIn(site, userId),
      body: { children },
    });
    return answer.body.validationErrors?.map(({ code }) => code) ?? answer.body.children;
  };
  const ben = { firstName: 'Ben', lastName: '', email: '' };
  expect(await save([ben])).toEqual([ben]);
  expect(await save([{ ...ben, lastName: 'R' }])).toEqual(['name_length']);
});

test('children that are saved while the last account of their family closes are not kept', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId } = await subscribe(site);
  const familyId = (await readUser(db, userId))?.familyId ?? '';
  const headers = await signedIn(site, userId);
  const path = '/v2/account/family';
  const { version } = (await send<{ version: number }>(site.app, { method: 'GET', path, headers })).body;
  const body = { version, children: [{ firstName: 'Ana', lastName: 'Ruiz' }] };
  const { saved } = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('families').select('id').where('id', '=', familyId).forNoKeyUpdate().execute();
    const answer = send(site.app, { method: 'PUT', path, headers, body });
    await untilOneWaitsForLock(db);
    await trx.updateTable('users').set({ status: 'CLOSED' }).where('id', '=', userId).execute();
    await forgetChildren(trx, familyId);
    return { saved: answer };
  });
  expect((await saved).status).toBe(404);
  expect(await childrenOf(db, familyId)).toEqual([]);
});
