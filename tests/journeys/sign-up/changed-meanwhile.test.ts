import { sql } from 'kysely';
import { m } from '#messages/messages.js';
import { addPerson } from '../../setup/person.ts';
import { expect, test } from '../journey.ts';
import { parentA } from '../parent-a.ts';
import { onRunningSite } from '../running-site.ts';

test('M3, 8-17: a parent whose e-mail was signed up on another device meanwhile is led to the account, and nothing is charged', async ({
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

test('3.7-12: a parent whose co-parent signed up meanwhile is led from the payment to step 2 uncharged, and pays alone', async ({
  page,
}) => {
  const { t, ...journey } = parentA(page);
  await journey.toMethod();
  await page.getByRole('checkbox', { name: m.payment_pay_for_co_parent({}, t) }).check();
  await journey.method();
  await onRunningSite(({ dependencies: { db } }) => addPerson(db, { email: journey.coParent.email }));
  await journey.payNow().click();
  await expect(journey.heading(m.co_parent_heading({}, t))).toBeVisible();
  await expect(page.getByText(m.co_parent_duplicate_at_payment({}, t))).toBeVisible();
  await expect(page.getByText(m.co_parent_duplicate_ends({}, t))).toBeVisible();
  await expect(page.getByRole('button', { name: m.co_parent_duplicate_end({}, t) })).toBeVisible();
  await page.getByRole('link', { name: m.co_parent_duplicate_pay_own({}, t) }).click();
  await journey.billPrefilled();
  await expect(page.getByRole('checkbox', { name: m.payment_pay_for_co_parent({}, t) })).not.toBeChecked();
  await journey.method();
  await journey.payNow().click();
  await expect(journey.heading(m.credentials_heading({}, t))).toBeVisible();
});

test('4.2-3, 8-5: a sign-up that ends while the bill is filled in begins again at step 1, with the reason and nothing charged', async ({
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
