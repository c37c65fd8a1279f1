import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CaseImportPreview } from '#contract/api/professionals/case-imports.ts';
import { caseColumnNames } from '#contract/professionals/case-list.ts';
import { lockUser } from '#server/identity/user-repository.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { ask, openFamily, type SignedIn, searchCases, signedInProfessional } from '../../setup/professional.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { appAt, british, threeSites } from '../../setup/sites.ts';

type Problem = { validationErrors: { code: string }[] };
const header = Object.values(caseColumnNames.en).join(',');
const listOf = (...lines: string[]) => Buffer.from([header, ...lines].join('\r\n'));
const look = (site: TestSite, professional: SignedIn, file: Uint8Array) =>
  ask<CaseImportPreview & Problem>(site, professional, '/case-imports/preview', {
    body: { fileBase64: Buffer.from(file).toString('base64') },
  });
const bring = (site: TestSite, professional: SignedIn, file: Uint8Array, key: string = randomUUID()) =>
  ask<{ opened: number } & Problem>(site, professional, '/case-imports', {
    body: { fileBase64: Buffer.from(file).toString('base64') },
    headers: { 'idempotency-key': key },
  });
const families = (site: TestSite) => site.dependencies.db.selectFrom('families').select('id').execute();

test('6-20: a list is previewed line by line with its errors; no family is opened before the import, and nobody is mailed', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const known = await openFamily(site, professional);
  const list = listOf(
    'Marta,Ruiz,marta@one.example,Joe,Ramos,joe@one.example,"Ana, Leo",es',
    ',Okafor,not-an-address,Jo,Wong,,,',
    'MARTA,Ruiz,other@one.example,Joe,Rámos,,,',
    `Ann,Known,${known.parents[0]?.email},Bob,Known,,,`,
  );
  const { body } = await look(site, professional, list);
  expect(body).toMatchObject({ ready: 1, faulty: 1, duplicates: 2 });
  expect(body.rows).toMatchObject([
    { line: 2, parents: ['Marta Ruiz', 'Joe Ramos'], children: 2, errors: [], duplicate: null },
    { line: 3, errors: [{ column: 'parentA.firstName' }, { column: 'parentA.email' }], duplicate: null },
    { line: 4, errors: [], duplicate: 'IN_FILE' },
    { line: 5, errors: [], duplicate: 'OPENED' },
  ]);
  expect(await families(site)).toHaveLength(1);
  expect((await bring(site, professional, list)).body.opened).toBe(1);
  const [opened] = (await searchCases(site, professional, { text: 'ramos' })).cases;
  expect(opened).toMatchObject({
    children: ['Ana', 'Leo'],
    parents: [{ email: 'marta@one.example', stage: 'NOT_INVITED' }, {}],
  });
  expect(await site.dependencies.db.selectFrom('invites').select('id').execute()).toEqual([]);
  const again = await bring(site, professional, list);
  expect([again.status, again.body.validationErrors[0]?.code]).toEqual([400, 'list_nothing_new']);
});

test('6-27: previewing a list does not use up the limit of opened families', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const list = listOf('Marta,Ruiz,marta@one.example,Joe,Ramos,joe@one.example,,');
  const statuses: number[] = [];
  for (let count = 0; count < 61; count++) statuses.push((await look(site, professional, list)).status);
  expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429]);
  expect((await bring(site, professional, list)).body.opened).toBe(1);
});

test('6-22: a list is imported once, despite twenty concurrent calls and a second tab', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const list = listOf('Marta,Ruiz,marta@one.example,Joe,Ramos,,,', 'Ann,Okafor,ann@one.example,Bob,Wong,,,');
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => bring(site, professional, list, key)));
  expect(answers.map(({ status, body }) => [status, body.opened])).toEqual(answers.map(() => [201, 2]));
  expect((await bring(site, professional, list)).status).toBe(400);
  expect(await families(site)).toHaveLength(2);
});

test('6-23: another list under the key of an imported one is refused, and opens nothing', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const key = randomUUID();
  await bring(site, professional, listOf('Marta,Ruiz,marta@one.example,Joe,Ramos,,,'), key);
  const other = await bring(site, professional, listOf('Ann,Okafor,ann@one.example,Bob,Wong,,,'), key);
  expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  expect(await families(site)).toHaveLength(1);
});

const spanishHeader = Object.values(caseColumnNames.es).join(';');
test.each([
  [
    'UTF-8 with its mark and semicolons',
    Buffer.from(`\uFEFF${spanishHeader}\r\nInés;Núñez;a@one.example;Óscar;Peña;;"Ana, Leo";es\r\n`),
  ],
  [
    'Excel in Spanish, Windows-1252',
    Buffer.from(`sep=;\r\n${spanishHeader}\r\nInés;Núñez;a@one.example;Óscar;Peña;;Ana, Leo;es\r\n`, 'latin1'),
  ],
  [
    'Unicode text of Excel, UTF-16 with tabs',
    Buffer.from(
      `\uFEFF${spanishHeader.replaceAll(';', '\t')}\r\nInés\tNúñez\ta@one.example\tÓscar\tPeña\t\tAna, Leo\tes\r\n`,
      'utf16le',
    ),
  ],
])('6-24: a list in another encoding is read as it was written: %s', async (_name, file) => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { body } = await look(site, professional, file);
  expect(body.rows).toMatchObject([{ parents: ['Inés Núñez', 'Óscar Peña'], children: 2, errors: [] }]);
});

test('S7: a preview reports a line with too many cells and doubtful letters, before anything is opened', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const file = Buffer.from(
    `${header}\r\nInés,Núñez,a@one.example,Joe,Ruiz,,Ana,Leo,es\nBo,Peña,b@one.example,Al,Wu,,,`,
    'latin1',
  );
  const { body } = await look(site, professional, file);
  expect(body).toMatchObject({ ready: 1, faulty: 1 });
  expect(body.rows).toMatchObject([
    { line: 2, errors: [{ column: 'children' }], doubtful: ['Inés', 'Núñez'] },
    { line: 3, errors: [], doubtful: ['Peña'] },
  ]);
});

test.each([
  ['no header', Buffer.from('Marta,Ruiz'), 'list_header'],
  ['a header alone', listOf(), 'list_empty'],
  [
    '2,001 families',
    listOf(...Array.from({ length: 2_001 }, (_, at) => `Ana,Ruiz,a${at}@one.example,Joe,Ramos${at},,,`)),
    'list_too_long',
  ],
  ['a quote that never ends', Buffer.from(`${header}\n"Ana,Ruiz`), 'list_unreadable'],
])('6-25: an invalid file gets the reason: %s', async (_name, file, code) => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { status, body } = await look(site, professional, file);
  expect([status, body.validationErrors[0]?.code]).toEqual([400, code]);
});

test('6-26: 2,000 families are imported at once; a megabyte is refused; a formula stays text', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const letters = (at: number) => [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const lines = Array.from(
    { length: 1_999 },
    (_, at) => `Ana,Ruiz ${letters(at)},a${at}@one.example,Joe,Ramos ${letters(at)},,Leo,`,
  );
  const list = listOf(...lines, '=cmd()|a,+Ruiz,f@one.example,@Joe,-Ramos,,,');
  expect((await bring(site, professional, list)).body.opened).toBe(2_000);
  expect((await searchCases(site, professional, { text: '=cmd()|a' })).cases[0]?.parents[0]?.firstName).toBe(
    '=cmd()|a',
  );
  expect((await look(site, professional, Buffer.alloc(1_000_000, 'a'))).status).toBe(413);
});

test('7-3: imported parents belong to the professional’s site', async () => {
  const site = await openSite({ environment: threeSites });
  const uk = { ...site, app: appAt(site.app, british) };
  const professional = await signedInProfessional(uk);
  await bring(uk, professional, listOf('Ann,Okafor,ann@one.example,Bob,Wong,,,'));
  const [family] = (await searchCases(uk, professional)).cases;
  const path = `/cases/${family?.familyId}/parents/${family?.parents[0]?.userId}/letters`;
  const { headers } = professional;
  const { body } = await ask<{ address: string }>(uk, { headers }, path, { method: 'POST' });
  expect(body.address).toBe(`${british}/app/join/invite`);
});

test('Z4: no family is opened, alone or by a list, for a professional whose account has closed meanwhile', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const list = listOf('Marta,Ruiz,marta@one.example,Joe,Ramos,joe@one.example,,');
  const parentA = { firstName: 'Ann', lastName: 'Known', email: 'ann@one.example' };
  const parentB = { firstName: 'Bob', lastName: 'Known', email: '' };
  const body = { parentA, parentB, children: [] };
  const calls = {
    one: (who: SignedIn) => ask(site, who, '/cases', { body, headers: { 'idempotency-key': randomUUID() } }),
    list: (who: SignedIn) => bring(site, who, list),
  };
  for (const [which, call] of Object.entries(calls)) {
    const professional = await signedInProfessional(site);
    const { opened } = await db.transaction().execute(async (trx) => {
      await lockUser(trx, professional.userId);
      const answer = call(professional);
      await untilOneWaitsForLock(db);
      const { userId: id } = professional;
      await trx.updateTable('users').set({ status: 'CLOSED' }).where('id', '=', id).execute();
      return { opened: answer };
    });
    expect((await opened).status, which).toBe(404);
  }
  expect(await families(site)).toEqual([]);
});
