import { expect, test } from 'vitest';
import { exportData } from '#server/closing/export-data.ts';
import { addPerson } from '../../setup/person.ts';
import { openSite } from '../../setup/site.ts';
import { staffHeaders, viewPerson } from '../../setup/staff.ts';

test('W6: opening a page and searching are recorded; the person’s export lists when, with role and first name alone', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId, email, username } = await addPerson(db);
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const search = (text: string) =>
    site.app.inject({ method: 'POST', url: '/api/v2/staff/searches', headers: sam, payload: { text } });
  await search(email);
  await search('nobody-of-this-name@example.com');
  await viewPerson(site, sam, userId);
  const lines = await db.selectFrom('staffReads').select(['actor', 'userId', 'kind', 'at']).orderBy('id').execute();
  expect(lines).toEqual([
    { actor: 'staff-sam', userId, kind: 'SEARCH', at: expect.any(Date) },
    { actor: 'staff-sam', userId: null, kind: 'SEARCH', at: expect.any(Date) },
    { actor: 'staff-sam', userId, kind: 'PAGE', at: expect.any(Date) },
  ]);
  const { seenByStaff } = await exportData(site.dependencies, userId);
  expect(seenByStaff).toEqual(
    ['SEARCH', 'PAGE'].map((kind) => ({ kind, role: 'SUPPORT', firstName: 'Sam', at: expect.any(Date) })),
  );
  expect(username).not.toBe('');
});
