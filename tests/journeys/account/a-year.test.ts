import { m } from '#messages/messages.js';
import { setJourneyVariables, startWholeSite, type WholeSite } from '../../setup/whole-site.ts';
import { dayIn } from '../account-steps.ts';
import { appPage, expect, expectAccessible, expectFits, mailTo, newPerson, setLanguage, test } from '../journey.ts';
import { parentA } from '../parent-a.ts';
import { logIn, paidBy, subscriberOf } from '../subscriber.ts';

/** A site with a clock of its own: moving it ends every session and sign-up. */
let own: WholeSite;
const shared = { ...process.env };
const names = ['JOURNEY_URL', 'JOURNEY_SANDBOX_URL', 'JOURNEY_DATABASE_URL', 'JOURNEY_APPS'] as const;

test.beforeAll(async () => {
  own = await startWholeSite({ environment: { NODE_ENV: 'test', LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '1000' } });
  setJourneyVariables(own);
});

test.afterAll(async () => {
  for (const name of names) process.env[name] = shared[name];
  await own.stop();
});

const languages = ['en', 'es'] as const;
const brand = { brand: 'Evenkeel' };

test('M4, 9-27: a year passes on the clock page: reminders, renewal, receipt; then cancelled, ended, and begun again (en, es)', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const parents = await Promise.all(
    languages.map(async (language) => {
      const parent = await subscriberOf({ address: { headers: { 'accept-language': language } } });
      return { parent, language, t: { locale: language } };
    }),
  );
  await setLanguage(page, 'es');
  await page.setViewportSize({ width: 360, height: 780 });
  const clock = { locale: 'es' } as const;
  const clockPage = appPage('/development/clock');
  await page.goto(clockPage);
  const events = page.getByRole('region', { name: m.clock_events({}, clock) }).getByRole('listitem');
  const charges = events.filter({ hasText: m.clock_kind_CHARGE({}, clock) });
  await expect(charges).toHaveCount(2);
  const pass = async (days: 30 | 365) => {
    await page.getByRole('button', { name: m.clock_days({ count: days }, clock), exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: m.clock_moved({ count: days }, clock) })).toBeVisible({
      timeout: 60_000,
    });
  };
  await pass(365);
  await pass(30);
  await expect(charges).toHaveCount(4);
  await expect(charges.first()).toContainText(m.clock_RENEWAL({}, clock));
  await expectFits(page);

  for (const { parent, language, t } of parents) {
    await setLanguage(page, language);
    await mailTo(parent.email, ({ subject }) => subject === m.mail_receipt_subject_renewal(brand, t));
    const reminder = m.mail_renewal_reminder_subject(
      { ...brand, date: dayIn(language, parent.periodEnd), amount: 'US$144.00' },
      t,
    );
    await mailTo(
      parent.email,
      ({ subject, links }) => subject === reminder && links.some((link) => link.includes('/account/renewal#')),
    );
    await page.goto(appPage('/account/billing'));
    await logIn(page, parent, language);
    await page.getByRole('button', { name: m.account_cancel_renewal({}, t), exact: true }).click();
    await expect(page.getByRole('button', { name: m.account_resume_renewal({}, t), exact: true })).toBeVisible();
    // An open page notices within half a minute that its session has ended after a year without use.
    await page.getByRole('button', { name: m.sign_in_log_out({}, t), exact: true }).click();
    await expect(page.getByLabel(m.ui_username_or_email({}, t), { exact: true })).toBeVisible();
  }
  await page.goto(clockPage);
  await pass(365);
  await expect(charges).toHaveCount(4);

  for (const { parent, language, t } of parents) {
    await setLanguage(page, language);
    // Whoever signs up again instead of logging in is led to the account, and nothing is charged.
    const signUp = parentA(page, { language, parent: { ...newPerson(), email: parent.email } });
    await signUp.open('/step1');
    await signUp.details();
    await expect(page.getByText(m.duplicate_own_account({}, t))).toBeVisible();
    await expectAccessible(page);
    const ended = await mailTo(parent.email, ({ subject }) => subject === m.mail_lapsed_subject(brand, t));
    await page.goto(ended.links.find((link) => link.endsWith('/app/account/restart')) ?? '');
    await logIn(page, parent, language);
    await expect(page.getByRole('heading', { level: 1, name: m.restart_heading({}, t) })).toBeVisible();
    await page.getByRole('button', { name: m.pay_amount({ amount: 'US$144.00' }, t) }).click();
    await expect(page.getByRole('heading', { level: 1, name: m.restart_done_heading({}, t) })).toBeVisible();
    expect(await paidBy(parent)).toEqual([14_400, 14_400, 14_400]);
    await page.goto(appPage('/account/restart'));
    await expect(page.getByRole('heading', { name: m.restart_running_title({}, t) })).toBeVisible();
    await page.getByRole('button', { name: m.sign_in_log_out({}, t), exact: true }).click();
    await expect(page.getByLabel(m.ui_username_or_email({}, t), { exact: true })).toBeVisible();
  }
});
