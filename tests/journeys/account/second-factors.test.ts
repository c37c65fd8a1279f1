import type { Page } from '@playwright/test';
import { formatRecoveryCode } from '#contract/sign-in/second-factor.ts';
import { m } from '#messages/messages.js';
import { completeFactorReset } from '#server/identity/second-factor/factor-reset.ts';
import { codeIn, textsTo } from '../../setup/ownership/recovery-calls.ts';
import { codeNow } from '../../setup/ownership/second-factor.ts';
import type { Person } from '../../setup/person.ts';
import { eventually } from '../../setup/sandbox.ts';
import {
  appPage,
  expect,
  expectAccessible,
  expectFits,
  type Language,
  mailTo,
  setLanguage,
  site,
  test,
  walkedIn,
} from '../journey.ts';
import { accountOf, ageFactors } from '../people.ts';
import { pageOfAnother } from '../reused-profiles.ts';
import { onRunningSite } from '../running-site.ts';
import { daysKept, logIn, remember } from '../subscriber.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
type T = { locale: Language };

/**
 * The browser's virtual authenticator, which verifies its owner on demand. Removed after its journey: on the shared
 * page it would sign in the next person.
 */
const testWithPasskeys = test.extend<{ answer: (enabled: boolean) => Promise<void> }>({
  answer: async ({ page }, use) => {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: false,
      },
    });
    await use(async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    });
    await session.send('WebAuthn.disable');
    await session.detach();
  },
});

/** The login page in a browser without passkey suggestions: there the button is the only way to use one. */
async function withoutSuggestions(page: Page, work: () => Promise<void>) {
  const suggestsNone = await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await work();
  await suggestsNone.dispose();
}

async function openSecurity(page: Page, person: Person, { locale }: T) {
  await setLanguage(page, locale);
  await page.goto(appPage('/account/security'));
  await logIn(page, person, locale);
  await expect(page.getByRole('heading', { name: m.second_factors_heading({}, { locale }) })).toBeVisible();
}

/** Adds an authenticator app on the security page; returns the recovery codes that come with it. */
async function addApp(page: Page, t: T) {
  await press(page, m.second_factors_add_app({}, t));
  await expect(page.getByRole('img', { name: m.second_factors_app_picture({}, t) })).toBeVisible();
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
  await field(page, m.second_factors_app_code({}, t)).fill(codeNow(secret));
  await press(page, m.second_step_confirm({}, t));
  await expect(page.getByRole('heading', { name: m.second_factors_codes_new({}, t) })).toBeFocused();
  const codes = await page.locator('li code').allTextContents();
  expect(codes).toHaveLength(10);
  expect(codes[0]).toBe(formatRecoveryCode((codes[0] ?? '').replaceAll('-', '')));
  return { secret, codes };
}

/** The app and its codes can be undone by others, the password as it was at the beginning cannot. */
async function expectStandings(page: Page, { locale }: T) {
  const proofs = m.activity_proof_password({}, { locale });
  const proved = page.getByText(m.activity_proved_by({ proofs }, { locale }));
  // This device, the app, and its recovery codes.
  await expect(proved).toHaveCount(3);
  await expect(page.getByText(m.activity_contestable({ time: '' }, { locale }).slice(0, 8))).toHaveCount(2);
  await expect(page.getByText(m.activity_unchanged({}, { locale }), { exact: true })).toHaveCount(1);
  await expectFits(page);
}

const logOut = async (page: Page, t: T) => {
  const button = page.getByRole('banner').getByRole('button', { name: m.sign_in_log_out({}, t) });
  await button.click();
  await expect(button).toBeHidden();
  await page.goto(appPage('/login'));
};

/** With all factors lost; the page shows when they are removed. */
async function askForRemoval(page: Page, t: T) {
  await press(page, m.second_step_lost_ask({}, t));
  await expect(page.getByRole('status').filter({ hasText: /20\d\d/ })).toBeVisible();
}

for (const language of walkedIn('en')) {
  const t: T = { locale: language };

  testWithPasskeys(
    `an app and a passkey are added; then the password needs a second step and the passkey nothing else (${language})`,
    async ({ page, answer }) => {
      const person = await accountOf({ language });
      await openSecurity(page, person, t);
      const { secret } = await addApp(page, t);
      await expectAccessible(page);
      await press(page, m.second_factors_codes_kept({}, t));
      await expectStandings(page, t);
      await press(page, m.second_factors_add_passkey({}, t));
      await field(page, m.second_factors_name({}, t)).fill('Mi teléfono');
      await answer(true);
      await press(page, m.second_factors_add_passkey({}, t));
      await expect(page.getByText('Mi teléfono', { exact: true })).toBeVisible();
      await answer(false);
      await page.setViewportSize({ width: 360, height: 720 });
      await expectFits(page);
      await expectAccessible(page);
      await logOut(page, t);

      await remember(page, language);
      await logIn(page, person, language);
      await expect(page.getByRole('heading', { name: m.second_step_heading({}, t) })).toBeFocused();
      await field(page, m.second_step_code({}, t)).fill('000000');
      await press(page, m.second_step_confirm({}, t));
      await expect(page.getByText(m.problem_wrong_code({}, t))).toBeVisible();
      await expectAccessible(page);
      await expectFits(page);
      // The current code is used up.
      await field(page, m.second_step_code({}, t)).fill(codeNow(secret, 1));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(appPage('/home'));
      expect(await daysKept(page)).toBeGreaterThan(29);
      await withoutSuggestions(page, async () => {
        await logOut(page, t);
        await remember(page, language);
        await answer(true);
        await press(page, m.passkey_log_in({}, t));
        await expect(page).toHaveURL(appPage('/home'));
        expect(await daysKept(page)).toBeGreaterThan(29);
      });
      await answer(false);
      await logOut(page, t);
      // Chosen from the username field's suggestions, it needs no button.
      await answer(true);
      await page.goto(appPage('/login'));
      await expect(page).toHaveURL(appPage('/home'));
      expect(await page.title()).not.toContain(person.email);
    },
  );
}

for (const language of walkedIn('es')) {
  const t: T = { locale: language };

  test(`a lost phone: the removal is requested with the password, announced by mail, and 72 hours later the password is enough (${language})`, async ({
    page,
  }) => {
    const person = await accountOf({ language });
    await openSecurity(page, person, t);
    await addApp(page, t);
    await logOut(page, t);
    await logIn(page, person, language);
    await press(page, m.second_step_lost({}, t));
    await expectAccessible(page);
    await askForRemoval(page, t);
    const mail = await mailTo(person.email, ({ subject }) => subject === m.mail_factor_reset_subject({}, t));
    expect(mail.text).toContain('/app/stop-removal#token=');
    await onRunningSite(async ({ dependencies: { db }, clock }) => {
      const [reset] = await db
        .updateTable('factorResets')
        .set({ dueAt: clock.now() })
        .where('userId', '=', person.userId)
        .returning('id')
        .execute();
      await completeFactorReset({ db, clock }, reset?.id ?? '');
    });
    await page.goto(appPage('/login'));
    await logIn(page, person, language);
    await expect(page).toHaveURL(appPage('/home'));
  });
}

for (const language of walkedIn('en')) {
  const t: T = { locale: language };

  test(`a lost mailbox: whoever holds it, and has seen a text, gets no further than the second step, and the owner stops them from a text and from a session (${language})`, async ({
    page,
    browser,
  }) => {
    const person = await accountOf({ language });
    await openSecurity(page, person, t);
    const { codes } = await addApp(page, t);
    await ageFactors(person);
    const stranger = await pageOfAnother(browser);
    await setLanguage(stranger, language);
    await stranger.goto(appPage('/forgot-password'));
    await field(stranger, m.ui_username_or_email({}, t)).fill(person.email);
    await press(stranger, m.recovery_send_link({}, t));
    const mail = await mailTo(person.email, ({ text }) => text.includes('/app/set-password#token='));
    await stranger.goto(/http\S+set-password#token=[\w-]+/.exec(mail.text)?.[0] ?? '');
    await field(stranger, m.sign_in_new_password({}, t)).fill('another-harbour-8');
    await press(stranger, m.recovery_send_code({}, t));
    const [text] = await eventually(
      () => textsTo(site().sandbox, `+1${person.phoneNumber}`),
      (received) => received.length > 0,
    );
    await field(stranger, m.recovery_code({}, t)).fill(codeIn(text));
    await press(stranger, m.recovery_set_password({}, t));
    await expect(stranger.getByRole('heading', { name: m.recovery_changed_heading({}, t) })).toBeVisible();
    const requestRemovalAsStranger = async () => {
      await stranger.goto(appPage('/login'));
      await logIn(stranger, { ...person, password: 'another-harbour-8' }, language);
      await press(stranger, m.second_step_lost({}, t));
      await askForRemoval(stranger, t);
    };
    await requestRemovalAsStranger();
    const texts = await eventually(
      () => textsTo(site().sandbox, `+1${person.phoneNumber}`),
      (found) => found.some((one) => one.includes('#token=')),
      15_000,
    );
    await page.goto(/http\S+#token=[\w-]+/.exec(texts.join(' '))?.[0] ?? '');
    await expect(page).toHaveURL(appPage('/stop-removal'));
    await expectAccessible(page);
    await press(page, m.factor_reset_stop({}, t));
    await expect(page.getByRole('heading', { name: m.factor_reset_stopped_heading({}, t) })).toBeFocused();
    await requestRemovalAsStranger();
    // The owner still has a recovery code, and is asked in the session that it opens.
    await page.goto(appPage('/login'));
    await logIn(page, { ...person, password: 'another-harbour-8' }, language);
    await field(page, m.second_step_code({}, t)).fill(codes[0] ?? '');
    await press(page, m.second_step_confirm({}, t));
    await expect(page.getByRole('alertdialog', { name: m.factor_reset_dialog_title({}, t) })).toBeVisible();
    await expectAccessible(page);
    await press(page, m.factor_reset_stop({}, t));
    await expect(page.getByText(m.factor_reset_stopped({}, t))).toBeVisible();
    await stranger.close();
  });
}
