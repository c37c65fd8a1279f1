import type { Browser, Page } from '@playwright/test';
import { expect, site } from './journey.ts';
import { pageOfAnother } from './reused-profiles.ts';

/** Signs in by the keyboard alone, as one of the sandbox's people. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${site().url}/staff`);
  await page.getByRole('button', { name: 'Log in' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}

/** The console of another member of staff, in a browser of their own. */
export async function consoleOf(browser: Browser, name: string): Promise<Page> {
  const page = await pageOfAnother(browser);
  await signIn(page, name);
  return page;
}

/** Fills in an action's inputs and reason, and submits it. */
export async function fillIn(page: Page, action: string, fields: Record<string, string> = {}): Promise<void> {
  const form = page.getByRole('form', { name: action });
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('textbox', { name: 'Reason' }).fill('As agreed in October');
  await form.getByRole('button', { name: action }).press('Enter');
}

/** Confirms another person's proposal, found by a text in it. */
export async function confirmProposal(page: Page, { action, text }: { action: string; text: string }): Promise<void> {
  await page.getByRole('link', { name: /^To confirm/ }).press('Enter');
  // The page moves the focus there, and would take it from the button below.
  await expect(page.getByRole('heading', { name: 'To confirm' })).toBeFocused();
  const proposal = page.getByRole('article', { name: action }).filter({ hasText: text });
  await proposal.getByRole('button', { name: `Confirm: ${action.toLowerCase()}` }).press('Enter');
  // The word is still there from the previous one: this one is confirmed once it no longer waits.
  await expect(proposal).toBeHidden();
  await expect(page.getByText(`Done: ${action.toLowerCase()}.`)).toBeVisible();
}
