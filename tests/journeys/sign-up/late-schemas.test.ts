import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { expect, join, newPerson, setLanguage, test } from '../journey.ts';
import { remember, sessionAfterFamily } from '../prepared-sessions.ts';

const t = { locale: 'en' } as const;
const firstName = (page: Page) => page.getByLabel(m.ui_first_name({}, t));
const goOn = (page: Page) => page.getByRole('button', { name: m.ui_continue({}, t) });
const problems = (page: Page) => page.getByRole('group', { name: m.ui_problem_title({}, t) });

/** Holds back the validation schemas until the returned function is called. */
async function holdSchemas(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/schemas-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test.beforeEach(({ page }) => setLanguage(page, 'en'));

test('REL8: a form is usable before its schema loads; a submit waits for it, and then shows what is missing', async ({
  page,
}) => {
  const letThrough = await holdSchemas(page);
  await page.goto(join('/step1'));
  await firstName(page).fill('Marta');
  await goOn(page).click();
  await expect(goOn(page)).toHaveAttribute('data-waiting');
  await expect(problems(page)).toBeHidden();
  letThrough();
  await expect(problems(page)).toBeFocused();
  await expect(firstName(page)).toHaveValue('Marta');
  await expect(goOn(page)).not.toHaveAttribute('data-waiting');
});

test('REL8: a click on a button still blocked before validation is not lost: a complete form is sent', async ({
  page,
}) => {
  await remember(
    page,
    await sessionAfterFamily({ language: 'en', parent: newPerson(), coParent: newPerson('Joe'), phoneCode: '+1' }),
  );
  const letThrough = await holdSchemas(page);
  await page.goto(join('/step2'));
  await goOn(page).press('Enter');
  await expect(goOn(page)).toHaveAttribute('data-waiting');
  letThrough();
  await expect(page).toHaveURL(join('/step3'));
});

test('REL8: if a form’s schema cannot be loaded, the page says so, keeps what was typed and continues once it can', async ({
  page,
}) => {
  await page.route('**/assets/schemas-*.js', (route) => route.abort());
  await page.goto(join('/step1'));
  await firstName(page).fill('Marta');
  await goOn(page).click();
  const again = page.getByRole('button', { name: m.ui_try_again({}, t) });
  await expect(again).toBeVisible();
  await expect(firstName(page)).toHaveValue('Marta');
  await page.unroute('**/assets/schemas-*.js');
  await again.click();
  await expect(firstName(page)).toHaveValue('Marta');
  await expect(again).toBeHidden();
  await goOn(page).press('Enter');
  await expect(problems(page)).toBeFocused();
});
