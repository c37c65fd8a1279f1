import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { challengeTexts } from '#sandbox/gateway/three-d-secure/challenge-texts.ts';
import { bothLanguages, expect, expectAccessible, type Language, newPerson, test } from './journey.ts';
import { parentA } from './parent-a.ts';

test.describe.configure({ timeout: 180_000 });
test.use({ viewport: { width: 360, height: 740 } });

const london = {
  country: 'GB',
  line: '10 Baker Street',
  city: 'London',
  region: 'ENG',
  postalCode: 'NW1 6XE',
  timezone: null,
};
/** As the gateway publishes them. */
const cards = {
  failsUnasked: '4000 0000 0000 2925',
  cannotBeAsked: '4000 0000 0000 2446',
  isAsked: '4000 0000 0000 2503',
};

function bank(page: Page, language: Language) {
  const t = { locale: language };
  const texts = challengeTexts[language];
  const window = page.getByRole('dialog', { name: m.payment_methods_authentication_title({}, t) });
  const answer = (choice: 'confirm' | 'refuse' | 'close' | 'timeOut') =>
    window.frameLocator('iframe').getByRole('button', { name: texts[choice], exact: true }).click();
  return { window, answer };
}

for (const language of bothLanguages)
  test(`a British card pays only once its bank has confirmed who pays; each other end charges nothing (${language})`, async ({
    page,
  }) => {
    const journey = parentA(page, { language, address: london, parent: newPerson('Grace') });
    const { t } = journey;
    const { window, answer } = bank(page, language);
    let shot = 0;
    const payments: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/payments')) payments.push(request.url());
    });
    const endsWith = async (text: string) => {
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
      await page.screenshot({ path: `/tmp/a/end-${language}-${shot++}.png` });
      await expect(window).toBeHidden();
      await expect(journey.payNow()).toBeEnabled();
    };
    const withCard = async (number: string) => {
      await journey.press(m.payment_back_to_payment({}, t));
      await journey.fillCard({ number });
      await journey.press(m.payment_review_order({}, t));
    };
    await journey.toMethod();
    await journey.fillCard({ number: cards.failsUnasked });
    await journey.press(m.payment_review_order({}, t));
    await journey.review();
    await journey.payNow().click();
    await endsWith(m.payment_methods_authentication_failed({}, t));

    await withCard(cards.cannotBeAsked);
    await journey.payNow().click();
    await endsWith(m.payment_methods_authentication_unavailable({}, t));

    await withCard(cards.isAsked);
    await journey.payNow().click();
    await expect(window).toBeVisible();
    await page.screenshot({ path: `/tmp/a/challenge-${language}.png` });
    await expectAccessible(page);
    await answer('close');
    await endsWith(m.payment_methods_authentication_closed({}, t));
    await journey.payNow().click();
    await answer('timeOut');
    await endsWith(m.payment_methods_authentication_timed_out({}, t));
    await journey.payNow().click();
    await window.getByRole('button', { name: m.payment_methods_authentication_close({}, t) }).click();
    await endsWith(m.payment_methods_authentication_closed({}, t));
    await journey.payNow().click();
    await answer('refuse');
    await endsWith(m.payment_methods_authentication_failed({}, t));
    expect(payments).toEqual([]);

    await journey.payNow().click();
    await answer('confirm');
    await journey.credentials();
    expect(payments).toHaveLength(1);
  });
