import { expect, test } from 'vitest';
import type { actOnCases } from '#contract/api/professionals/case-batches.ts';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { CaseAction } from '#contract/professionals/case-actions.ts';
import { days } from '#server/clock.ts';
import { ask, openFamily, type SignedIn, searchCases, signedInProfessional } from '../../setup/professional.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { signedIn } from '../../setup/subscriber.ts';

type Answer = AnswerOf<typeof actOnCases>;

const act = (site: TestSite, professional: SignedIn, action: CaseAction, families: readonly ProfessionalCase[]) =>
  ask<Answer>(site, professional, '/case-batches', {
    body: { action, familyIds: families.map(({ familyId }) => familyId) },
  });
const reasons = ({ results }: Answer) => results.map(({ done, leftOut }) => [done, leftOut.map(({ why }) => why)]);
const noEmail = { parentB: { firstName: 'Joe', lastName: 'Ruiz', email: '' } };

async function invitesOf({ dependencies: { db } }: TestSite, { parents }: ProfessionalCase) {
  const ids = parents.map(({ userId }) => userId);
  return db.selectFrom('invites').select(['userId', 'state', 'byLetter']).where('userId', 'in', ids).execute();
}

test('6-42: invites of many families are sent once, however often and at the same time the call comes', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const families = [await openFamily(site, professional), await openFamily(site, professional, noEmail)];
  const send = () => act(site, professional, 'INVITE', families);
  const answers = [...(await Promise.all([send(), send(), send()])), await send()];
  for (const { status, body } of answers) {
    expect([status, reasons(body)]).toEqual([
      200,
      [
        [2, []],
        [1, ['NO_EMAIL']],
      ],
    ]);
    expect(body.results[0]?.family?.parents.map(({ stage }) => stage)).toEqual(['INVITED', 'INVITED']);
  }
  for (const family of families)
    expect((await invitesOf(site, family)).map(({ state }) => state)).not.toContain('SUPERSEDED');
  // An expired one is sent anew.
  site.clock.advance(days(60));
  const later = { ...professional, headers: await signedIn(site, professional.userId) };
  expect(reasons((await act(site, later, 'INVITE', families)).body)[0]).toEqual([2, []]);
  expect(await invitesOf(site, families[0] as ProfessionalCase)).toHaveLength(4);
});

test('6-42: each family is judged as alone: who joined, whose mail came back or whose invite was withdrawn is left out', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const professional = await signedInProfessional(site);
  const [joined, withdrawn, returned] = [
    await openFamily(site, professional),
    await openFamily(site, professional),
    await openFamily(site, professional),
  ];
  const [own, other] = joined.parents;
  await db
    .updateTable('users')
    .set({ status: 'ACTIVE' })
    .where('id', '=', own?.userId ?? '')
    .execute();
  await act(site, professional, 'INVITE', [withdrawn]);
  for (const { userId } of withdrawn.parents)
    await ask(site, professional, `/cases/${withdrawn.familyId}/parents/${userId}/invites/revocation`, {
      method: 'POST',
    });
  const theirs = await openFamily(site, await signedInProfessional(site));
  const { body } = await act(site, professional, 'INVITE', [joined, withdrawn, returned, theirs]);
  expect(reasons(body)).toEqual([
    [1, ['JOINED']],
    [0, ['WITHDRAWN', 'WITHDRAWN']],
    [2, []],
    [0, []],
  ]);
  expect(body.results[3]?.family).toBeNull();
  expect(await invitesOf(site, theirs)).toEqual([]);
  expect((await act(site, professional, 'INVITE', [theirs])).status).toBe(404);
  expect((await invitesOf(site, joined)).map(({ userId }) => userId)).toEqual([other?.userId]);
});

test('6-42: letters of many families are one file for each language, and leave mailed links valid', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const families = [
    await openFamily(site, professional),
    await openFamily(site, professional, { ...noEmail, language: 'es' }),
  ];
  await act(site, professional, 'INVITE', families);
  const { body } = await act(site, professional, 'LETTERS', families);
  expect(reasons(body)).toEqual([
    [2, []],
    [2, []],
  ]);
  const pages = ({ pdfBase64 }: Answer['letters'][number]) =>
    Buffer.from(pdfBase64, 'base64')
      .toString('latin1')
      .match(/\/Type \/Page\b(?!s)/g)?.length;
  expect(body.letters.map((file) => [file.language, pages(file)])).toEqual([
    ['en', 2],
    ['es', 2],
  ]);
  const states = (await Promise.all(families.map((family) => invitesOf(site, family)))).flat();
  expect(states.map(({ state }) => state)).not.toContain('SUPERSEDED');
});

test('6-42: many families are archived and restored, and at most a page of them at once', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const families = [await openFamily(site, professional), await openFamily(site, professional)];
  for (const action of ['ARCHIVE', 'ARCHIVE', 'RESTORE'] as const) {
    const { body } = await act(site, professional, action, families);
    expect(body.results.map(({ family }) => family?.archived)).toEqual([action === 'ARCHIVE', action === 'ARCHIVE']);
  }
  expect((await searchCases(site, professional)).counts.ARCHIVED).toBe(0);
  const tooMany = await act(site, professional, 'ARCHIVE', Array(51).fill(families[0]));
  expect(tooMany.status).toBe(400);
});

test('6-42: a call for many counts like as many single ones', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const ofMany = Array(50).fill(family);
  const statuses: number[] = [];
  for (let calls = 0; calls < 3; calls++) statuses.push((await act(site, professional, 'INVITE', ofMany)).status);
  expect(statuses).toEqual([200, 200, 429]);
});
