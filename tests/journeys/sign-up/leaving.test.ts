import type { Page } from '@playwright/test';
import { leaving } from '#contract/public-texts/leaving.ts';
import { m } from '#messages/messages.js';
import { hours } from '#server/clock.ts';
import { signedInParent } from '../account-steps.ts';
import { appPage, expect, join, test } from '../journey.ts';
import { logIn, paidBy, type SubscriberWithLogin } from '../subscriber.ts';

const t = { locale: 'en' } as const;
const neutral = 'https://www.wikipedia.org/';
const { lead, sections } = leaving.en;
const said = [lead, ...(sections[0]?.list ?? []), ...(sections[1]?.paragraphs ?? [])].flatMap((text) =>
  text.split(/(?<=\.) /),
);

type Tabs = { page: Page; other: Page; parent: SubscriberWithLogin; paid: () => Promise<number[]> };

const firstName = (page: Page) => page.getByLabel(m.ui_first_name({}, t), { exact: true }).first();
const cookieNames = async (page: Page) => (await page.context().cookies(join('/signup'))).map(({ name }) => name);
const hasLeft = (page: Page) => expect(page).toHaveURL(neutral);
const asksForPassword = (page: Page) =>
  expect(page.getByRole('main').getByLabel(m.ui_password({}, t), { exact: true })).toBeVisible();

async function type(page: Page): Promise<void> {
  await page.goto(join('/step1'));
  await firstName(page).fill('Marta');
}

/** The page's own sentences, each with its proof, in the order of the page. */
const shown: Record<string, (tabs: Tabs) => Promise<void>> = {
  '“Leave quickly”, at the top of every page, closes this site at once.': async ({ page, other }) => {
    await other.goto(appPage('/home'));
    for (const path of ['/join/signup', '/login', '/help', '/account/billing']) {
      await page.goto(appPage(path));
      await expect(page.getByRole('link', { name: m.chrome_leave_quickly({}, t) })).toBeInViewport();
    }
    await type(page);
    await page.getByRole('link', { name: m.chrome_leave_quickly({}, t) }).click();
    await hasLeft(page);
  },
  'Pressing Escape three times in a row does the same.': async ({ page }) => {
    await type(page);
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
    await hasLeft(page);
  },
  'The page disappears, and an ordinary page of another site takes its place.': ({ page }) =>
    expect(page.getByText('An ordinary page')).toBeVisible(),
  'What you typed but had not saved is gone from this browser.': async ({ page }) => {
    await page.goto(join('/step1'));
    await expect(firstName(page)).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('Marta');
  },
  'What was paid stays paid.': async ({ paid }) => expect(await paid()).toEqual([14_400]),
  'You are logged out, in every tab.': async ({ page, other }) => {
    await hasLeft(other);
    for (const tab of [page, other]) {
      await tab.goto(appPage('/home'));
      await expect(tab).toHaveURL(appPage('/login'));
    }
  },
  'Your account asks for your password again.': ({ page }) => asksForPassword(page),
  'The Back button does not bring this site back.': async ({ page }) => {
    await page.getByRole('link', { name: m.chrome_leave_quickly({}, t) }).click();
    await hasLeft(page);
    await page.goBack({ waitUntil: 'commit' });
    await hasLeft(page);
  },
  'The pages you saw before stay in the history of this browser, by their address and a short title.': async ({
    page,
  }) => {
    const session = await page.context().newCDPSession(page);
    const { entries } = await session.send('Page.getNavigationHistory');
    await session.detach();
    const seen = entries.find(({ url }) => url === appPage('/account/billing'));
    expect(seen?.title).toMatch(/^.{1,40} Evenkeel$/);
  },
  'Cookies of this site stay too.': async ({ page, parent }) => {
    await page.goto(appPage('/login'));
    await logIn(page, parent, 'en');
    await expect(page).toHaveURL(appPage('/home'));
    await page.getByRole('link', { name: m.chrome_leave_quickly({}, t) }).click();
    await hasLeft(page);
    expect(await cookieNames(page)).toContain('device');
  },
  'None of them names you or opens your account.': async ({ page, parent }) => {
    const stored = JSON.stringify(await page.context().cookies(join('/signup')));
    for (const told of [parent.email, parent.username, 'session', 'signed_in']) expect(stored).not.toContain(told);
  },
  "One of them lets us recognize this browser, so that strangers who try to guess your password can't lock you out.":
    async ({ page }) => {
      const stored = await page.context().cookies(join('/signup'));
      expect(stored.find(({ name }) => name === 'device')).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    },
  'The others hold your language, your answer about storage, a number for counting visits, and that you left.': async ({
    page,
  }) =>
    // The choice is stored where one is asked for.
    expect((await cookieNames(page)).filter((name) => name !== 'storage_consent').toSorted()).toEqual([
      'anonymous_id',
      'device',
      'language',
      'left',
    ]),
  'If you have just logged in to another app of ours or asked for a code, what ties that to this browser stays too, for an hour at most.':
    async ({ page, parent }) => {
      await page.goto(appPage('/login'));
      await logIn(page, parent, 'en');
      await page.getByRole('link', { name: m.account_links_app({ name: 'Harbor' }, t) }).click();
      await page.getByRole('link', { name: 'Log in with Evenkeel' }).click();
      await expect(page.getByRole('link', { name: 'Log in with Evenkeel' })).toBeHidden();
      await page.goto(appPage('/home'));
      await page.getByRole('link', { name: m.chrome_leave_quickly({}, t) }).click();
      await hasLeft(page);
      const ofApps = async () => (await page.context().cookies()).filter(({ name }) => name.startsWith('app-login'));
      await expect.poll(async () => (await ofApps()).map(({ name }) => name)).not.toContain('app-login');
      const inAnHour = (Date.now() + hours(1)) / 1000;
      for (const { name, expires } of await ofApps()) expect(expires > 0 && expires < inAnHour, name).toBe(true);
    },
};
/** About browsers, not about this site. */
const advice = 'No site can remove them; you can.';

test('every statement about leaving quickly is true', async ({ page }) => {
  expect(Object.keys(shown)).toEqual(said.filter((sentence) => sentence !== advice));
  const context = page.context();
  await context.route(neutral, (route) => route.fulfill({ contentType: 'text/html', body: 'An ordinary page' }));
  const { parent } = await signedInParent(page);
  const other = await context.newPage();
  for (const [sentence, isSo] of Object.entries(shown))
    await test.step(sentence, () => isSo({ page, other, parent, paid: () => paidBy(parent) }));
  await other.close();
  await context.unroute(neutral);
});
