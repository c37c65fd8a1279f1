import { m } from '#messages/messages.js';
import { dayIn, signedInParent } from '../account-steps.ts';
import { expect, expectFits, mailTo, test, walkedIn } from '../journey.ts';
import { paidBy } from '../subscriber.ts';

for (const language of walkedIn('es')) {
  test(`CHO1, CHO2: a parent chooses Premium for two years for the next renewal, sees it where the renewal is, and returns to the plan held (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    const { t, parent, heading, button, openBilling } = await signedInParent(page, { language });
    const date = dayIn(language, parent.periodEnd);
    const chosen = m.renewal_choice_renews_to(
      { date, plan: language === 'es' ? 'Premium, dos años' : 'Premium, two years' },
      t,
    );
    await openBilling();
    await page.getByRole('link', { name: m.renewal_choice_link({}, t) }).click();
    await expect(heading(m.renewal_choice_heading({}, t))).toBeVisible();
    await expectFits(page);
    await page.getByRole('radio', { name: m.packages_two_years({}, t) }).check();
    await button(m.packages_next({}, t)).click();
    await page.getByRole('button', { name: `${m.packages_select({}, t)} Premium` }).click();
    await expect(heading(m.renewal_choice_review_heading({}, t))).toBeVisible();
    await page.reload();
    await expect(page.getByText(/360[.,]00/).first()).toBeVisible();
    await expectFits(page);
    await button(m.renewal_choice_save({}, t)).click();
    await expect(heading(m.account_billing_title({}, t))).toBeVisible();
    await expect(page.getByText(chosen, { exact: true }).last()).toBeVisible();
    const mail = await mailTo(parent.email, ({ text }) => /360[.,]00/.test(text));
    expect(mail.subject).toBe(m.mail_renewal_chosen_subject({ date }, t));
    expect(await paidBy(parent)).toEqual([14_400]);

    await page.getByRole('link', { name: m.renewal_choice_link({}, t) }).click();
    await button(m.renewal_choice_keep({}, t)).click();
    await expect(heading(m.account_billing_title({}, t))).toBeVisible();
    await expect(page.getByText(chosen, { exact: true })).toHaveCount(0);
  });
}
