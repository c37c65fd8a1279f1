import type { Page } from '@playwright/test';

/** A press that closes its window, which may be gone before the press is reported. */
export async function pressLast(window: Page, name: string): Promise<void> {
  const closed = window.waitForEvent('close');
  await window
    .getByRole('button', { name, exact: true })
    .click()
    .catch(() => undefined);
  await closed;
}
