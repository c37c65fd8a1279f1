import { expect, test } from 'vitest';
import { sellersOf } from '#server/documents/sellers.ts';
import { openSite } from '../../setup/site.ts';
import { addressInMinnesota, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';

const auckland = { ...addressInMinnesota, city: 'Auckland', region: 'AUK', postalCode: '1010', country: 'NZ' };

test('O1: in a country without a seller a plan is said not to be sold, and nothing is charged', async () => {
  const site = await openSite();
  const ours = { name: 'Harbor', address: '1 Pier Road', taxNumber: null };
  // The routes read it at each call.
  Object.assign(site.dependencies.sellers, sellersOf({ US: ours }, { takesRealMoney: true }));
  const there = await readyToPay(site.app, { address: auckland, timeZone: 'Pacific/Auckland' });
  const paid = await submitPayment(site.app, there, { packageId: 4061, agreedToTerms: true });
  expect([paid.status, paid.body.code]).toEqual([409, 'COUNTRY_MISMATCH']);
  const checked = await send<{ outcome: string }>(site.app, {
    method: 'POST',
    path: '/v2/package-country-checks',
    body: { packageId: 4061, countryCriteria: { country: 'NZ', countryCode: '64', phoneNumber: '211234567' } },
  });
  expect(checked.body.outcome).toBe('NOT_SOLD');
  const here = await readyToPay(site.app);
  expect((await submitPayment(site.app, here)).body.outcome).toBe('PAID');
});
