import { sql } from 'kysely';
import { m } from '#messages/messages.js';
import { answeredBy } from '../setup/balancer.ts';
import { addPerson } from '../setup/person.ts';
import { publishPrices } from '../setup/price-versions.ts';
import { eventually } from '../setup/sandbox.ts';
import { expect, expectAccessible, newPerson, site, test } from './journey.ts';
import { parentA } from './parent-a.ts';
import { onRunningSite } from './running-site.ts';

const wellington = {
  country: 'NZ',
  line: '1 Cuba Street',
  city: 'Wellington',
  region: 'WGN',
  postalCode: '6011',
  timezone: 'Pacific/Auckland',
};

/** New Zealand's Premium: a package no other journey buys, for they run beside this one. */
const newZealandPremium = 4063;
const offeredInNewZealand = '/api/v2/packages?countryCode=64&phoneNumber=211234567&country=NZ';

/** Each process reads the catalogue anew after ten seconds at most: until all of them offer it at `price`. */
async function everywhereAt(price: string) {
  const knowing = new Set<string | null>();
  const ask = async () => {
    const answer = await fetch(`${site().url}${offeredInNewZealand}`);
    if ((await answer.text()).includes(price)) knowing.add(answer.headers.get(answeredBy));
    return knowing.size;
  };
  await eventually(ask, (processes) => processes === site().apps, 20_000);
}

async function changePrice(priceCents: number) {
  await onRunningSite((running) => publishPrices(running, { [newZealandPremium]: priceCents }));
}

test('PAY7: a price that changed before Pay now charges nothing until the new total is agreed to', async ({ page }) => {
  const journey = parentA(page, {
    phoneCode: '+64',
    phone: newPerson().phone.replace('202', '21'),
    address: wellington,
    plan: 'Premium',
  });
  await journey.toReview();
  await expect(await journey.summary()).toContainText('US$218.50');
  try {
    await changePrice(23_000);
    await everywhereAt('US$230.00');
    await journey.payNow().click();
    const dialog = page.getByRole('alertdialog', { name: m.payment_price_changed_title({}, journey.t) });
    await expect(dialog).toContainText(
      m.payment_price_changed_text({ before: 'US$218.50', now: 'US$230.00' }, journey.t),
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: m.payment_price_changed_stay({}, journey.t) }).click();
    await expect(await journey.summary()).toContainText('US$230.00');
    await journey.payNow().click();
    await journey.credentials();
    await journey.receipt();
    await expect(page.getByRole('region', { name: m.payment_order_summary({}, journey.t) })).toContainText('US$230.00');
  } finally {
    await changePrice(21_850);
  }
});

test('M3: a parent whose e-mail was signed up for on another device meanwhile is led to the account, and nothing is charged', async ({
  page,
}) => {
  const journey = parentA(page);
  await journey.toReview();
  await onRunningSite(({ dependencies: { db } }) => addPerson(db, { email: journey.parent.email.toUpperCase() }));
  await journey.payNow().click();
  await expect(page.getByText(m.duplicate_own_account({}, journey.t))).toBeVisible();
  const attempts = await onRunningSite(({ dependencies: { db } }) =>
    db.selectFrom('paymentAttempts').select('id').where('claimedEmail', '=', journey.parent.email).execute(),
  );
  expect(attempts).toEqual([]);
});

test('a sign-up that ends while the bill is filled in begins again at step 1, with the reason and nothing charged', async ({
  page,
}) => {
  const journey = parentA(page);
  await journey.toMethod();
  await journey.fillCard();
  await onRunningSite(({ dependencies: { db } }) =>
    db
      .updateTable('registrations')
      .set({ expiresAt: new Date(Date.now() - 60_000) })
      .where(sql<string>`parent ->> 'email'`, '=', journey.parent.email)
      .executeTakeFirstOrThrow(),
  );
  await page.getByRole('checkbox', { name: m.payment_pay_for_co_parent({}, journey.t) }).click();
  await expect(journey.heading(m.your_details_heading({}, journey.t))).toBeVisible();
  await expect(page.getByText(m.session_expired_text({}, journey.t))).toBeVisible();
  await expect(journey.field(m.ui_email({}, journey.t))).toHaveValue('');
});
