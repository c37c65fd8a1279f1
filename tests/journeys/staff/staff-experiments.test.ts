import type { Page } from '@playwright/test';
import { days } from '#server/clock.ts';
import { plantDay } from '../../setup/experiments/running-experiment.ts';
import { expect, expectAccessible, expectFits, site, test } from '../journey.ts';
import { onRunningSite } from '../running-site.ts';

/** Runs in the United Kingdom only: on this site it does not affect other journeys. */
const key = 'uk-packages';

async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  await page.getByRole(role, { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

async function plantWeeks(): Promise<void> {
  await onRunningSite(async (running) => {
    for (let ago = 30; ago > 0; ago -= 1)
      await plantDay(running, key, {
        at: new Date(running.clock.now().getTime() - days(ago)),
        control: [120, 12],
        treatment: [120, 30],
      });
  });
}

test('staff start an experiment, view its results, stop it with treatment for everybody, and see the funnel, by keyboard alone', async ({
  page,
}) => {
  await page.goto(`${site().url}/staff/experiments`);
  await press(page, 'button', 'Log in');
  await press(page, 'link', 'Gus Growth');
  await press(page, 'link', 'Experiments');
  await expectAccessible(page);
  await press(page, 'link', 'British packages with VAT inside');
  await expect(page.getByText('It has never run.')).toBeVisible();
  await press(page, 'button', 'Start the experiment');
  await expect(page.getByRole('textbox', { name: 'People in treatment, in percent' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Planned for the autumn');
  await press(page, 'button', 'Start the experiment');
  await expect(page.getByText('Running, 50 % in treatment', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not enough yet' })).toBeVisible();

  await plantWeeks();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Treatment is better' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Treatment less control' }).locator('canvas')).toBeVisible();
  await expect(page.getByText('+15.0 points')).toBeVisible();
  await page.getByText('Day by day', { exact: true }).press('Enter');
  await expect(page.getByRole('table', { name: 'Day by day' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'button', 'Stop the experiment');
  await page.getByRole('combobox', { name: 'What everyone gets' }).press('T');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Clearly better');
  await press(page, 'button', 'Stop the experiment');
  await expect(page.getByText('Treatment for everyone', { exact: true })).toBeVisible();
  await expect(page.getByText('Done: stop the experiment')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await press(page, 'link', 'Funnel');
  await expect(page.getByRole('heading', { name: 'Funnel' })).toBeVisible();
  await page.getByLabel('Language').selectOption('es');
  await expect(page.getByRole('status')).toContainText('between');
  await expectAccessible(page);
  await expectFits(page);
  await onRunningSite(({ dependencies: { db } }) =>
    db.updateTable('experiments').set({ state: 'off' }).where('key', '=', key).execute(),
  );
});
