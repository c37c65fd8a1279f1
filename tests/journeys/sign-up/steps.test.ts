import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { expect, expectFits, join, newPerson, type Person, setLanguage, test } from '../journey.ts';
import { parentA } from '../parent-a.ts';
import { remember, sessionAfterDetails, sessionAfterFamily } from '../prepared-sessions.ts';
import { pageWithClockAt } from '../reused-profiles.ts';

const send = (page: Page) => page.locator('form button[type=submit]').press('Enter');
const problems = (page: Page) => page.getByRole('group', { name: 'There is a problem' });

async function fillDetails(page: Page, person: Person) {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Phone number').fill(person.phone);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('How did you hear about us?').selectOption('Internet search');
}

async function finishStepOne(page: Page, person: Person) {
  await page.goto(join('/step1'));
  await fillDetails(page, person);
  await send(page);
  await expect(page).toHaveURL(join('/step2'));
}

/** With step 1, or 1 and 2, done without the pages. */
async function openStep(page: Page, path: '/step2' | '/step3') {
  const typed = { language: 'en' as const, parent: newPerson(), coParent: newPerson('Joe'), phoneCode: '+1' };
  await remember(page, await (path === '/step2' ? sessionAfterDetails(typed) : sessionAfterFamily(typed)));
  await page.goto(join(path));
}

const plan = (page: Page, name: string) => page.getByRole('article', { name });

test('2.5-3, 2.5-5: step 2 lists everything that is missing at once, restores a removed child, and asks for a phone where there is no email', async ({
  page,
}) => {
  await openStep(page, '/step2');
  await send(page);
  await expect(problems(page).getByRole('link')).toHaveCount(3);
  for (const index of [0, 1]) {
    await page.getByRole('button', { name: 'Add a child' }).click();
    await expect(page.locator(`[name="children.${index}.firstName"]`)).toBeFocused();
  }
  await expect(page.locator('[name="children.1.firstName"]')).toBeFocused();
  await page.keyboard.type('Leo');
  await page.getByRole('button', { name: 'Remove Child 2' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[name="children.1.firstName"]')).toHaveValue('Leo');
  await page.getByRole('checkbox', { name: "I don't have an email address for my co-parent." }).check();
  await expect(page.getByRole('heading', { name: 'Why do we ask for email?' })).toBeVisible();
  await expect(page.getByLabel("Your co-parent's email")).toHaveCount(0);
  await send(page);
  await expect(problems(page).getByRole('link', { name: "Enter your co-parent's phone number" })).toBeVisible();
});

test('F8: what is typed on step 2 and not saved stays in its form, and the review shows what was saved', async ({
  page,
}) => {
  const marta = parentA(page);
  await marta.toReview();
  const step = (name: string) => page.getByRole('list', { name: 'Your progress' }).getByRole('link', { name });
  await step('Step 2 of 3, Your co-parent').click();
  await page.locator('[name="coParent.firstName"]').fill('Jon');
  await page.getByRole('checkbox', { name: "I don't have an email address for my co-parent." }).check();
  await page.getByRole('button', { name: 'Add a child' }).click();
  await step('Payment').click();
  await marta.billPrefilled();
  await marta.method();
  await expect(page.getByText(m.inviting_row({ name: 'Joe' }, { locale: 'en' }))).toBeVisible();
  await step('Step 2 of 3, Your co-parent').click();
  await page.reload();
  await expect(page.locator('[name="coParent.firstName"]')).toHaveValue('Jon');
  await expect(page.getByLabel("Your co-parent's email")).toHaveCount(0);
  await expect(page.locator('[name="children.1.firstName"]')).toHaveValue('');
});

test('2.6-22, 2.7-2, 4.4-4: build-your-own shows its total at once and as the server prices it, and leads to the payment', async ({
  page,
}) => {
  await openStep(page, '/step3');
  await plan(page, 'Build your own').getByRole('button', { name: 'Choose option' }).click();
  await expect(page).toHaveURL(join('/alacarte'));
  const priced = page.waitForResponse((response) => response.url().endsWith('/prices') && response.ok());
  await page.getByRole('checkbox', { name: /Tone meter/ }).check();
  await expect(page.getByText('US$120.00')).toBeVisible();
  await priced;
  await expect(page.getByText('US$120.00')).toBeVisible();
  await page.getByLabel('Subscription length').selectOption({ label: 'Two years, from US$192.00' });
  await expect(page.getByRole('checkbox', { name: /Tone meter/ })).not.toBeChecked();
  await send(page);
  await expect(page).toHaveURL(join('/payment'));
});

test('SEC10, 2.4-6, 8-7: a step opened too early leads back, and an unknown key restarts with a calm message', async ({
  page,
}) => {
  await page.goto(join('/payment'));
  await expect(page).toHaveURL(join('/step1'));
  await openStep(page, '/step2');
  await page.route('**/family', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-registration-key': 'x'.repeat(43) } }),
  );
  await page.locator('[name="coParent.firstName"]').fill('Joe');
  await page.locator('[name="coParent.lastName"]').fill('Ruiz');
  await page.getByLabel("Your co-parent's email").fill(newPerson('Joe').email);
  const warned = page.waitForEvent(
    'console',
    (message) => message.type() === 'warning' && message.text() === 'Token expired',
  );
  await send(page);
  await warned;
  await expect(page).toHaveURL(join('/step1'));
  await expect(page.getByRole('heading', { name: 'Your sign-up was closed' })).toBeVisible();
});

test('REL8: an old tab posts after a new release: it says to reload, and keeps what was typed', async ({ page }) => {
  await page.goto(join('/step1'));
  const person = newPerson();
  await fillDetails(page, person);
  await page.route('**/v2/registrations', (route) =>
    route.continue({
      headers: { ...route.request().headers(), 'x-release': 'an-older-build' },
      postData: { details: 'as they were' },
    }),
  );
  await send(page);
  await expect(problems(page)).toContainText(
    'This page is older than the site. What you typed is still here, and nothing was charged.',
  );
  await expect(problems(page)).toBeFocused();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await page.unroute('**/v2/registrations');
  await send(page);
  await expect(page).toHaveURL(join('/step2'));
});

test('UX3, 4.2-9: two minutes before the time-out a dialog offers to stay, also by a clock that is wrong', async ({
  browser,
}) => {
  const page = await pageWithClockAt(browser, Date.now() + 3 * 3_600_000);
  await finishStepOne(page, newPerson());
  await page.clock.fastForward('01:58:30');
  const dialog = page.getByRole('alertdialog', { name: 'Do you need more time?' });
  await expect(dialog).toBeVisible();
  // The server's clock did not move with the page's.
  await page.route('**/extension', async (route) => {
    const response = await route.fetch();
    const extended = (await response.json()) as { expiresAt: string };
    const expiresAt = new Date(Date.parse(extended.expiresAt) + 2 * 3_600_000).toISOString();
    await route.fulfill({ response, json: { ...extended, expiresAt } });
  });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toBeHidden();
  await page.clock.fastForward('01:00:00');
  await expect(page).toHaveURL(join('/step2'));
  await page.clock.fastForward('03:00:00');
  await expect(page).toHaveURL(join('/step1'));
  await expect(page.getByRole('heading', { name: 'Your sign-up was closed' })).toBeVisible();
  await page.close();
});

test('UX4, 2.6-17: on a phone one plan shows at a time; the others wait until they are swiped or stepped to', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 1000 });
  await setLanguage(page, 'en');
  await openStep(page, '/step3');
  const row = page.getByRole('region', { name: 'Compare all plans' });
  const select = (name: string) => plan(page, name).getByRole('button', { name: 'Select' });
  const showsOnly = async (name: string, position: string) => {
    await expect(row.locator('[aria-current]')).toHaveText(new RegExp(`^${name}`));
    await expect(page.getByText(position)).toBeVisible();
    await expect(page.locator('li[inert]')).toHaveCount(2);
    await expect(plan(page, name)).toBeInViewport({ ratio: 0.5 });
  };
  await showsOnly('Premium', 'Plan 2 of 3');
  await row.getByRole('button', { name: 'Essentials' }).click();
  await showsOnly('Essentials', 'Plan 1 of 3');
  await page.keyboard.press('Tab');
  await expect(select('Essentials')).toBeFocused();
  await page.getByRole('button', { name: 'Next plan' }).press('Enter');
  await showsOnly('Premium', 'Plan 2 of 3');
  await page
    .getByRole('region', { name: 'Plans', exact: true })
    .getByRole('list')
    .first()
    .evaluate((list) => list.scrollTo({ left: list.scrollWidth }));
  await showsOnly('Build your own', 'Plan 3 of 3');
  await page.getByRole('button', { name: 'Previous plan' }).press('Enter');
  await showsOnly('Premium', 'Plan 2 of 3');
  await plan(page, 'Premium').getByRole('button', { name: 'Expand Details' }).click();
  await expect(plan(page, 'Premium').getByText('Tone meter', { exact: true }).first()).toBeVisible();
  await expectFits(page);
});
