import { expect as expectPage } from '@playwright/test';
import { expect, it } from 'vitest';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
const { show } = statesIn(page);

it('the welcome of an invite names the inviter, and once they have left the other parent, never a child', async () => {
  for (const [state, heading] of [
    ['unpaid', m.invite_heading({ name: 'Marta', brand: brand.name }, en)],
    ['inviter-left', m.invite_heading_parent({ brand: brand.name }, en)],
  ] as const) {
    await show(`invite/${state}`);
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  expect(await page.getByRole('listitem').allInnerTexts()).not.toContain('');
});
