import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { signedInParent } from '../account-steps.ts';
import { type Invitation, invitationTo, invitedByCoParent, invitedParent, newInvitation, tokenOf } from '../invited.ts';
import {
  appPage,
  expect,
  expectAccessible,
  expectFits,
  join,
  mailTo,
  setLanguage,
  test,
  walkedIn,
} from '../journey.ts';
import { pageOfAnother } from '../reused-profiles.ts';
import { onRunningSite } from '../running-site.ts';

test('SEC6, 2.10-2: a link that does not work leads to a new one, in the same words whatever the reason', async ({
  page,
}) => {
  const invitation = await invitedByCoParent();
  await setLanguage(page, 'en');
  await page.goto(join(`/invite#token=${'A'.repeat(43)}&user=${invitation.link.split('user=')[1]}`));
  await expect(page).toHaveURL(join('/invite/request'));
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible();
  await page.getByRole('button', { name: 'Send me a new link' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: "Oops! We weren't able to request a new link for you." }),
  ).toBeVisible();
  await expect(page.getByText('support@evenkeel.example')).toBeVisible();
});

test('SEC6, 2.10-4: the link of a parent who has joined is as invalid as any other, and an access link is mailed', async ({
  page,
}) => {
  const invitation = await invitedByCoParent({ paid: true });
  const parent = invitedParent(page, invitation);
  await parent.toBilling();
  await parent.fillBilling();
  await parent.credentials();
  await page.getByRole('button', { name: m.ui_continue({}, parent.t) }).click();
  await expect(page).toHaveURL(/\/app\/(login|home)/);
  await parent.open();
  await expect(page).toHaveURL(join('/invite/request'));
  await parent.press(m.invite_request_send({}, parent.t));
  await expect(page.getByText(m.invite_request_sent({}, parent.t))).toBeVisible();
  await expect(page.getByText(/20 minutes/).first()).toBeVisible();
  expect(
    (await mailTo(invitation.email, ({ text }) => text.includes(parent.username))).links.some((link) =>
      link.endsWith('/app/login'),
    ),
  ).toBe(true);
});

test('SEC7: token and user leave the address bar and the history at once, and go to nobody', async ({ page }) => {
  const invitation = await invitedByCoParent();
  const token = tokenOf(invitation);
  const seen: string[] = [];
  page.on('request', (request) => {
    const { referer } = request.headers();
    const isOwnCall = new URL(request.url()).pathname.startsWith('/api/v2/');
    seen.push(request.url().split('#')[0] ?? '', referer ?? '', isOwnCall ? '' : (request.postData() ?? ''));
  });
  await page.goto(join('/signup'));
  const parent = invitedParent(page, invitation);
  await parent.open();
  await expect(parent.heading(m.invite_heading({ brand: 'Evenkeel', name: 'Marta' }, parent.t))).toBeVisible();
  expect(page.url()).toBe(join('/invite'));
  await parent.start();
  await parent.details();
  await expect(parent.heading(m.packages_heading({}, parent.t))).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(join('/invite'));
  // Events are sent when the page is left.
  await page.goto(join('/coparentstatus'));
  await expect.poll(() => seen.some((part) => part.includes('/api/v1/batch'))).toBe(true);
  expect(seen.filter((part) => part.includes(token))).toEqual([]);
});

test('P1: a new link takes over from the old one', async ({ page, context }) => {
  const invitation = await invitedByCoParent();
  // The first mail is some days old.
  await onRunningSite(({ dependencies: { db } }) =>
    db
      .updateTable('invites')
      .set({ createdAt: new Date(Date.now() - 86_400_000), expiresAt: new Date() })
      .where('userId', '=', invitation.link.split('user=')[1] ?? '')
      .execute(),
  );
  const parent = invitedParent(page, invitation);
  await parent.open();
  await expect(page).toHaveURL(join('/invite/request'));
  await parent.press(m.invite_request_send({}, parent.t));
  await expect(page.getByText(m.invite_request_sent({}, parent.t))).toBeVisible();
  const fresh = await newInvitation(invitation);
  const tab = await context.newPage();
  const next = invitedParent(tab, fresh);
  await next.open();
  await expect(next.heading(m.invite_heading({ brand: 'Evenkeel', name: 'Marta' }, parent.t))).toBeVisible();

  // She enters another address: this browser continues, also after a reload, and earlier mailed links open nothing.
  await next.start();
  const own = `own-${invitation.email}`;
  await next.field(m.ui_email({}, parent.t)).fill(own);
  await tab.getByRole('textbox', { name: m.ui_phone_number({}, parent.t) }).fill(next.parent.phone);
  await next.press(m.ui_continue({}, parent.t));
  await expect(next.heading(m.packages_heading({}, parent.t))).toBeVisible();
  await tab.reload();
  await expect(next.heading(m.packages_heading({}, parent.t))).toBeVisible();
  const other = await context.newPage();
  await invitedParent(other, fresh).open();
  await expect(other).toHaveURL(join('/invite/request'));
  const onPhone = invitedParent(other, await invitationTo(own));
  await onPhone.open();
  await expect(onPhone.heading(m.invite_heading({ brand: 'Evenkeel', name: 'Marta' }, parent.t))).toBeVisible();
});

const refused = { status: 403, code: 'FORBIDDEN', message: 'No', validationErrors: [] };
const endings: Record<string, (page: Page, invitation: Invitation) => Promise<unknown>> = {
  'the link is not theirs': (page) =>
    page.route('**/v2/invites/payments', (route) => route.fulfill({ status: 403, json: refused })),
  'the link has ended': (_page, { link }) =>
    onRunningSite(({ dependencies: { db } }) =>
      db
        .updateTable('invites')
        .set({ createdAt: new Date(Date.now() - 86_400_000), expiresAt: new Date() })
        .where('userId', '=', link.split('user=')[1] ?? '')
        .execute(),
    ),
};
for (const [why, end] of Object.entries(endings))
  test(`L10, 8-1: a payment that is refused because ${why} leads to the page for a new link`, async ({ page }) => {
    const invitation = await invitedByCoParent();
    const parent = invitedParent(page, invitation);
    await parent.toMethod();
    await parent.useCode('FULL-1YR0-DEMO');
    await parent.press(m.payment_review_order({}, parent.t));
    await expect(parent.payNow()).toBeEnabled();
    await end(page, invitation);
    await parent.payNow().click();
    await expect(page).toHaveURL(join('/invite/request'));
    await expect(page.getByRole('button', { name: m.invite_request_send({}, parent.t) })).toBeVisible();
  });

test('before any script has loaded, a mailed link shows no form for a letter, and the page without a link does', async ({
  page,
  context,
}) => {
  let letScriptsCome = () => {};
  const allowed = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await context.route('**/app/assets/*.js', async (route) => {
    await allowed;
    await route.continue();
  });
  const letter = { level: 1, name: m.invite_letter_heading({}, { locale: 'en' }) } as const;
  await setLanguage(page, 'en');
  await page.goto(join('/invite'), { waitUntil: 'commit' });
  await expect(page.getByRole('heading', letter)).toBeVisible();
  const linked = await context.newPage();
  await linked.goto(join(`/invite#token=${'A'.repeat(43)}&user=${crypto.randomUUID()}`), { waitUntil: 'commit' });
  await expect(linked.locator('#if-invited')).toHaveCount(0);
  await expect(linked.getByRole('banner')).toBeVisible();
  await expect(linked.getByRole('heading', letter)).toBeHidden();
  letScriptsCome();
  await expect(linked.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible();
  await expect(page.getByLabel(m.invite_letter_code({}, { locale: 'en' }))).toBeEnabled();
});

test('2.1-3: invited pages without an invite lead home, and the welcome page asks for the code of a letter', async ({
  page,
}) => {
  await setLanguage(page, 'en');
  for (const path of [
    '/invite/step1',
    '/invite/packages',
    '/invite/payment',
    '/invite/billing-info',
    '/invite/credentials',
  ]) {
    await page.goto(join(path));
    await expect(page).toHaveURL(/\/app\/(login|home)/);
  }
  await page.goto(join('/invite'));
  await page.getByLabel('Code from your letter').fill('WRONG-CODE9');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText("We don't know this code").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: "I can't find it" }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Get a new invite link' })).toBeVisible();
});

for (const language of walkedIn('es')) {
  test(`an inviter prints a letter on a phone, and the code on it, typed by hand, opens the invite (${language}, 320 px)`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const { t, button } = await signedInParent(page, { language });
    await page.goto(appPage('/account/family'));
    const [saved] = await Promise.all([page.waitForEvent('download'), button(m.account_invite_print({}, t)).click()]);
    expect(saved.suggestedFilename()).toMatch(/\.pdf$/);
    const said = page.getByRole('status').filter({ hasText: join('/invite') });
    await expect(said).toBeVisible();
    await expectFits(page);
    const [code = ''] = /[2-9A-Z]{5}-[2-9A-Z]{5}/.exec(await said.innerText()) ?? [];
    const other = await pageOfAnother(browser);
    await other.setViewportSize({ width: 320, height: 640 });
    await setLanguage(other, language);
    await other.goto(join('/invite'));
    await other.getByLabel(m.invite_letter_code({}, t)).fill(code.replace('-', ' ').toLowerCase());
    await other.keyboard.press('Enter');
    await expect(other.getByRole('button', { name: m.invite_get_started({}, t) })).toBeVisible();
    await expect(other.getByRole('heading', { level: 1 })).toBeFocused();
    await expectFits(other);
    await other.close();
  });
}
