import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { challengeTexts } from '#sandbox/gateway/three-d-secure/challenge-texts.ts';
import { frictionless, inLondon } from '../../setup/providers/card-holder.ts';
import { fillCard } from '../card-steps.ts';
import { invitedByCoParent, invitedParent } from '../invited.ts';
import { appPage, expect, expectAccessible, type Language, newPerson, test, walkedIn } from '../journey.ts';
import { london, parentA } from '../parent-a.ts';
import { professional } from '../professional-steps.ts';
import { enter, formerSubscriber, paidBy, subscriberOf } from '../subscriber.ts';

test.beforeEach(({ page }) => page.setViewportSize({ width: 360, height: 740 }));

/** As the gateway publishes them. */
const cards = {
  failsUnasked: '4000 0000 0000 2925',
  cannotBeAsked: '4000 0000 0000 2446',
  isAsked: '4000 0000 0000 2503',
  issuerAsks: '4000 0000 0000 3220',
  ordinary: '4111 1111 1111 1111',
};

const payLabel = (language: Language) => new RegExp(`^${m.pay_amount({ amount: 'US\\$' }, { locale: language })}`);

function bank(page: Page, language: Language) {
  const t = { locale: language };
  const texts = challengeTexts[language];
  const window = page.getByRole('dialog', { name: m.payment_methods_authentication_title({}, t) });
  const answer = (choice: 'confirm' | 'refuse' | 'close' | 'timeOut') =>
    window.frameLocator('iframe').getByRole('button', { name: texts[choice], exact: true }).click();
  return { window, answer };
}

for (const language of walkedIn('en'))
  test(`a British card pays only once its bank has confirmed who pays; every other outcome charges nothing (${language})`, async ({
    page,
  }) => {
    const journey = parentA(page, { language, address: london, parent: newPerson('Grace') });
    const { t } = journey;
    const { window, answer } = bank(page, language);
    const payments: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/payments')) payments.push(request.url());
    });
    const endsWith = async (text: string) => {
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
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

    // O14: a card that no bank would challenge is authenticated too, because it is stored for renewals.
    await withCard(cards.ordinary);
    await journey.payNow().click();
    await answer('confirm');
    await journey.credentials();
    expect(payments).toHaveLength(1);
  });

for (const language of walkedIn('en'))
  test(`a British card on file pays an upgrade without a question where its bank knows the holder (${language})`, async ({
    page,
  }) => {
    const t = { locale: language };
    const address = { ...inLondon, headers: { 'accept-language': language } };
    const parent = await subscriberOf({ address, nonce: frictionless, agreedToTerms: true });
    await enter(page, parent, language);
    const lookUps: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/three_d_secure/lookup')) lookUps.push(request.method());
    });
    await page.goto(appPage('/account/upgrade?plan=1002'));
    await page.getByRole('button', { name: payLabel(language) }).click();
    await expect(page.getByRole('heading', { level: 1, name: m.upgrade_done_heading({}, t) })).toBeVisible();
    expect(lookUps).toEqual(['POST']);
    expect(await paidBy(parent)).toHaveLength(2);
  });

for (const language of walkedIn('es'))
  test(`somebody who restarts with another card is authenticated by its bank first (${language})`, async ({ page }) => {
    const t = { locale: language };
    const { answer } = bank(page, language);
    const address = { ...inLondon, headers: { 'accept-language': language } };
    const parent = await formerSubscriber({ address, nonce: frictionless, agreedToTerms: true });
    await enter(page, parent, language);
    await page.goto(appPage('/account/restart'));
    await page.getByRole('radio', { name: m.pay_another({}, t) }).check();
    await fillCard(page, language, { number: cards.isAsked });
    const pay = page.getByRole('button', { name: payLabel(language) });
    await pay.click();
    await answer('refuse');
    await expect(
      page.getByRole('alert').filter({ hasText: m.payment_methods_authentication_failed({}, t) }),
    ).toBeVisible();
    expect(await paidBy(parent)).toHaveLength(1);
    await pay.click();
    await answer('confirm');
    await expect(page.getByRole('heading', { level: 1, name: m.restart_done_heading({}, t) })).toBeVisible();
    expect(await paidBy(parent)).toHaveLength(2);
  });

for (const language of walkedIn('es'))
  test(`an issuer that requires authentication gets it, and the same card is stored and pays an upgrade (${language})`, async ({
    page,
  }) => {
    const t = { locale: language };
    const { window, answer } = bank(page, language);
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
    const parent = await subscriberOf({ address: { headers: { 'accept-language': language } } });
    await enter(page, parent, language);
    await page.goto(appPage('/account/billing'));
    await press(m.account_billing_method_replace_named({}, t));
    await fillCard(page, language, { number: cards.issuerAsks });
    await press(m.account_billing_method_save({}, t));
    await answer('close');
    await expect(
      page.getByRole('alert').filter({ hasText: m.payment_methods_authentication_closed({}, t) }),
    ).toBeVisible();
    await press(m.account_billing_method_save({}, t));
    await answer('confirm');
    const stored = m.payment_card_ending({ brand: 'Visa', lastFour: '3220' }, t);
    await expect(page.getByText(m.account_billing_method_replaced({ method: stored }, t))).toBeVisible();

    await page.goto(appPage('/account/upgrade?plan=1002'));
    await press(payLabel(language));
    await answer('refuse');
    await expect(
      page.getByRole('alert').filter({ hasText: m.payment_methods_authentication_failed({}, t) }),
    ).toBeVisible();
    await expect(page.getByRole('radio', { name: /3220/ })).toBeChecked();
    expect(await paidBy(parent)).toHaveLength(1);
    await press(payLabel(language));
    await answer('confirm');
    await expect(page.getByRole('heading', { level: 1, name: m.upgrade_done_heading({}, t) })).toBeVisible();
    await expect(window).toHaveCount(0);
    expect(await paidBy(parent)).toHaveLength(2);
  });

for (const language of walkedIn('en'))
  test(`an invited parent and a professional authenticate for the issuer, and pay with the same card (${language})`, async ({
    page,
  }) => {
    const { answer } = bank(page, language);
    const parent = invitedParent(page, await invitedByCoParent(), { language, card: { number: cards.issuerAsks } });
    await parent.toMethod();
    await parent.method();
    await parent.payNow().click();
    await answer('confirm');
    await expect(parent.heading(m.credentials_heading({}, parent.t))).toBeVisible();

    const pro = professional(page, language);
    await pro.arrive();
    await page.getByRole('link', { name: m.pro_codes_title({}, pro.t) }).click();
    await pro.press(m.pro_codes_go_pay({}, pro.t));
    await fillCard(page, language, { number: cards.issuerAsks });
    await pro.press(m.pro_pay_now({ amount: 'US$684.00' }, pro.t));
    await answer('confirm');
    await expect(page.getByRole('button', { name: m.pro_codes_show({}, pro.t) })).toBeVisible();
  });
