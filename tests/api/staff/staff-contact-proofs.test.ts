import { expect, test } from 'vitest';
import { dayIn } from '#contract/fields/day.ts';
import { sessionCalls } from '../../setup/ownership/ownership.ts';
import { addPerson } from '../../setup/person.ts';
import { openSite } from '../../setup/site.ts';
import { staffHeaders, viewPerson } from '../../setup/staff.ts';

test('W2: staff see whether e-mail and phone were proved, and since when, but neither of them', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db, { isProven: false });
  const proofs = async () => {
    const page = await viewPerson(site, await staffHeaders(site, ['SUPPORT']), person.userId);
    return page.contactProofs;
  };
  expect(await proofs()).toEqual([
    'The email was typed; no proof of it is on record.',
    'The phone was typed; no proof of it is on record.',
  ]);
  const own = await sessionCalls(site, person);
  await own.moveEmail('proved@example.com');
  await own.movePhone('2025550187');
  const today = dayIn(site.clock.now(), 'UTC');
  expect(await proofs()).toEqual([`The email was proved on ${today}.`, `The phone was proved on ${today}.`]);
  const nobody = { email: '', emailNormalised: '', phoneNumber: '' };
  await site.dependencies.db.updateTable('users').set(nobody).where('id', '=', person.userId).execute();
  expect(await proofs()).toEqual(['No email.', 'No phone.']);
});
