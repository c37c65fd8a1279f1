import { expect } from '@playwright/test';
import { it } from 'vitest';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
const { show, expectSaid } = statesIn(page);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** What is saved at this path from now on, as the page sends it. */
async function savedAt(path: string): Promise<() => Promise<unknown>> {
  await page.evaluate((end) => {
    const answer = window.fetch;
    window.fetch = (input, init) => {
      if (init?.method === 'PUT' && String(input).endsWith(end)) document.body.dataset['saved'] = String(init.body);
      return answer(input, init);
    };
  }, path);
  return async () => JSON.parse((await page.locator('body').getAttribute('data-saved')) ?? 'null') as unknown;
}

it('another time for a waiting invite leaves it in the language that was chosen for it', async () => {
  await show('account-settings/invite-waits');
  const saved = await savedAt('/invite-timing');
  await press(m.inviting_change_when({}, en));
  await expect(page.getByRole('radio', { name: 'Español' })).toBeChecked();
  await press(m.inviting_save({}, en));
  await expectSaid(m.inviting_saved({}, en));
  expect(await saved()).toEqual({ when: 'LATER', day: null, language: 'es' });
});
