import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, site, test } from './journey.ts';
import { onRunningSite } from './running-site.ts';
import { subscribe } from '../setup/subscriber.ts';

/** Signs in by the keyboard alone, as one of the sandbox's people. */
async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${site().url}/staff`);
  await page.getByRole('button', { name: 'Sign in' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}

test('staff sign in, find a person, mail a receipt again and log out, by keys alone and in both colours', async ({
  page,
}) => {
  const { email } = await onRunningSite((running) => subscribe(running));
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'Sam Support');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 person')).toBeVisible();
  await expectAccessible(page);
  for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Marta' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Mail the receipt again' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await expect(page.getByText('is mailed to the address the account has now')).toBeVisible();
  await page.keyboard.type('Lost the first one');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Done: mail the receipt again')).toBeVisible();
  await expect(page.getByText('Lost the first one · Sam Support')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await page.getByRole('button', { name: 'Log out' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('whoever has no role is told so, and whose role looks after no people sees none', async ({ page, context }) => {
  await page.goto(`${site().url}/staff`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Nick Nobody' }).click();
  await expect(page.getByText('has no role in this console')).toBeVisible();
  await expectAccessible(page);
  await context.clearCookies();
  await signIn(page, 'Gus Growth');
  await expect(page.getByRole('searchbox')).toHaveCount(0);
});
