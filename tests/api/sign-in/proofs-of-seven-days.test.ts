import { expect, test } from 'vitest';
import { days } from '#server/clock.ts';
import { addOwner, sessionCalls } from '../../setup/ownership/ownership.ts';
import { openSite } from '../../setup/site.ts';

type Refused = { validationErrors?: { field: string; code: string }[] };

test('W1: a phone that was set with the password alone proves a change of address only from its seventh day', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  await (await sessionCalls(site, owner)).movePhone('2025550143');
  const ask = async () => {
    const session = await sessionCalls(site, owner);
    const change = { email: 'moved@example.com', oldMailboxShared: true };
    return session.call<Refused>('POST', '/profile/email', change);
  };
  site.clock.advance(days(7) - 1_000);
  expect((await ask()).body.validationErrors).toMatchObject([{ code: 'phone_changed_lately' }]);
  site.clock.advance(1_000);
  expect((await ask()).status).toBe(200);
});
