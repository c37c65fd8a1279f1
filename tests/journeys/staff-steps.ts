import type { Page } from '@playwright/test';
import { expect, site } from './journey.ts';

/** Signs in by the keyboard alone, as one of the sandbox's people. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${site().url}/staff`);
  await page.getByRole('button', { name: 'Sign in' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}
