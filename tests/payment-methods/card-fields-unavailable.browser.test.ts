import { describe, expect, it } from 'vitest';
import { noOrigins } from '#server/http/pages/content-security-policy.ts';
import { labels, testShop } from './card-page.ts';

const { open, shop } = testShop();

describe('card fields that do not load', () => {
  it('PAY11: blocked by the page’s policy say so, and wallets stay usable', async () => {
    const card = await open({ origins: noOrigins });
    await expect.poll(() => card.page.getByRole('alert').textContent()).toContain("The card fields couldn't be loaded");
    expect(await card.page.getByRole('button', { name: 'Pay with PayPal' }).isVisible()).toBe(true);
  });

  it('PAY11: cut off by the network say so, and load when retried', async () => {
    const card = await open({ before: (page) => page.route('**/card-fields/**', (route) => route.abort()) });
    await expect.poll(() => card.page.getByRole('alert').count(), { timeout: 8000 }).toBe(1);
    await card.page.unroute('**/card-fields/**');
    await card.page.getByRole('button', { name: 'Try again' }).click();
    await card.field(labels.number).fill('4111111111111111');
    expect(await card.page.getByRole('alert').count()).toBe(0);
  });

  it('PAY11: slow to load say so after 15 s, and still appear', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const card = await open({
      async before(page) {
        await page.clock.install();
        await page.route('**/card-fields/cvv?*', (route) => held.then(() => route.continue()));
      },
    });
    await card.page.locator('iframe[title="Card number"]').waitFor({ state: 'attached' });
    const isSlow = async () => {
      await card.page.clock.fastForward(15_500);
      return card.page.getByText('taking longer than usual').isVisible();
    };
    // On a busy machine the page may begin to wait only after the first of them; a fourth would end its 60 s.
    await expect.poll(isSlow, { interval: 3_000 }).toBe(true);
    release();
    await card.field(labels.code).waitFor();
    await expect.poll(() => card.page.getByText('taking longer than usual').count()).toBe(0);
  });

  it('not set up within 60 s are given up (HOSTED_FIELDS_TIMEOUT)', async () => {
    const card = await open({
      async before(page) {
        await page.clock.install();
        await page.route('**/card-fields/cvv?*', () => undefined);
      },
    });
    await card.page.locator('iframe[title="Card number"]').waitFor({ state: 'attached' });
    await card.page.clock.fastForward(61_000);
    await expect.poll(() => card.page.getByRole('alert').count()).toBe(1);
    expect(await card.page.locator('iframe').count()).toBe(0);
  });

  it('PAY11: say that they are unavailable when there is no client token', async () => {
    const card = await open();
    await card.page.goto(`${shop().shopOrigin}/?origins=${JSON.stringify(noOrigins)}`);
    await expect.poll(() => card.page.getByRole('alert').textContent()).toContain('Nothing was charged');
    expect(
      await card.page
        .getByText('There was an error setting up PayPal. Please refresh the page or try again later.')
        .count(),
    ).toBe(1);
    expect(await card.page.getByRole('button', { name: 'Pay with Venmo' }).count()).toBe(0);
  });
});
