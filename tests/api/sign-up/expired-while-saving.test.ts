import { expect, test } from 'vitest';
import { after, days } from '#server/clock.ts';
import { expireRegistrations } from '#server/sign-up/registration-repository.ts';
import { storeMeanwhile } from '../../setup/database/lock-waits.ts';
import { addressInMinnesota, newPhone, parentOf, readyToPay, send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

test('what is saved in the moment in which a sign-up expires is refused, and not kept', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { signupId, headers, email } = await readyToPay(site.app);
  const parent = { ...parentOf(email), phoneNumber: newPhone(), timeZone: 'America/Chicago' };
  const family = { coParent: { firstName: 'Max', lastName: 'Ruiz', email: 'max.ruiz@example.com' }, children: [] };
  const saves = {
    '': { parent, address: addressInMinnesota, sections: ['PARENT', 'ADDRESS'] },
    '/family': family,
  };
  for (const [path, body] of Object.entries(saves)) {
    await db.updateTable('registrations').set({ state: 'FAMILY' }).where('id', '=', signupId).execute();
    const saved = await storeMeanwhile(db, {
      table: 'users',
      send: () => send(site.app, { method: 'PUT', path: `/v2/registrations/${signupId}${path}`, body, headers }),
      store: (trx) => expireRegistrations(trx, after(site.clock.now(), days(1))),
    });
    expect(saved.body).toMatchObject({ code: 'REGISTRATION_EXPIRED' });
    const kept = await db.selectFrom('registrations').select(['state', 'parent', 'address', 'family']).execute();
    expect(kept).toMatchObject([{ state: 'EXPIRED', address: null, family: null, parent: { email: '' } }]);
  }
});
