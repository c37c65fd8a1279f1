import type { Page } from '@playwright/test';

/** A click that closes its window, which may be gone before the click is reported. */
export async function clickLast(window: Page, name: string): Promise<void> {
  const closed = window.waitForEvent('close');
  await window
    .getByRole('button', { name, exact: true })
    .click()
    .catch(() => undefined);
  await closed;
}
