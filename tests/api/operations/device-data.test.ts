import { expect, test } from 'vitest';
import { britishPractice, openFamily, payPlan, signedInProfessional } from '../../setup/professional.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { signedIn, subscribe } from '../../setup/subscriber.ts';

const deviceData = '{"correlation_id":"a1"}';
const inLondon = {
  line1: '1 King Street',
  line2: '',
  city: 'London',
  region: 'ENG',
  postalCode: 'SW1A 1AA',
  country: 'GB',
};

/** The device data of all later gateway calls. */
function passedOn({ dependencies: { gateway } }: TestSite): (string | null)[] {
  const seen: (string | null)[] = [];
  const { sale, vault } = gateway;
  gateway.sale = (request) => {
    seen.push(request.deviceData);
    return sale(request);
  };
  gateway.vault = (request) => {
    seen.push(request.deviceData);
    return vault(request);
  };
  return seen;
}

test.each([
  ['of an American practice none', {}, null],
  ['of a British practice', { contact: { phoneCountryCode: '+44' }, practice: britishPractice }, deviceData],
])('3.7-15: device data is forwarded for a card of a British bill only: %s', async (_whose, registered, expected) => {
  const site = await openSite();
  const professional = await signedInProfessional(site, registered);
  const { familyId, parents } = await openFamily(site, professional);
  const seen = passedOn(site);
  const parentIds = parents.slice(0, 1).map(({ userId }) => userId);
  await payPlan(site, professional, familyId, {
    parentIds,
    agreedToTerms: true,
    change: { deviceData },
  });
  expect(seen).toEqual([expected]);
});

test('3.7-1: device data is forwarded with a new card on file only where the bill is British', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const headers = await signedIn(site, parent.userId);
  const seen = passedOn(site);
  const replace = () =>
    send(site.app, {
      method: 'POST',
      path: '/v2/account/payment-method',
      body: { nonce: 'fake-valid-mastercard-nonce', deviceData },
      headers,
    });
  await replace();
  await site.dependencies.db.updateTable('users').set(inLondon).where('id', '=', parent.userId).execute();
  await replace();
  expect(seen).toEqual([null, deviceData]);
});
