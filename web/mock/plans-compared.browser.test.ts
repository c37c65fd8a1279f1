import { expect as expectPage } from '@playwright/test';
import { expect, it } from 'vitest';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
const { show } = statesIn(page);

it.each([
  [320, 'Enter'],
  [768, 'Space'],
])(
  '2.6-18: on a phone all plans are summarised above their cards, and at %d px %s on one leads to its card',
  async (width, key) => {
    await page.setViewportSize({ width, height: 800 });
    await show('packages/p0');
    const rows = page.getByRole('region', { name: m.packages_compare({}, en) });
    await expectPage(rows.getByRole('button')).toHaveText([
      /Essentials.*US\$12\.00/,
      /Premium.*Tone meter/,
      /Build your own/,
    ]);
    const above = await rows.boundingBox();
    const first = await page.getByRole('article').first().boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(first?.y ?? 0);
    await rows.getByRole('button', { name: /Build your own/ }).press(key);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('article', { name: 'Build your own' }) });
    await expectPage(card).toBeFocused();
    await expectPage(card).toBeInViewport();
    await page.keyboard.press('Tab');
    expect(await card.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  },
);

it.each([360, 1280])('2.6-19: at %d px one switch leaves in all cards only what differs', async (width) => {
  await page.setViewportSize({ width, height: 800 });
  await show('packages/p0');
  const features = page.getByRole('article').filter({ visible: true }).getByRole('listitem');
  const only = page.getByRole('switch', { name: m.packages_only_differences({}, en) });
  await only.press('Space');
  const premium = page.getByRole('article').nth(1);
  await expectPage(premium.locator('li')).toHaveCount(5);
  await expectPage(premium).toContainText('Tone meter');
  await expectPage(features.filter({ hasText: 'Secure messaging' })).toHaveCount(0);
  await only.press('Space');
  await expectPage(premium.locator('li').filter({ hasText: 'Secure messaging' })).toHaveCount(1);
});

it.each([
  [360, 'below'],
  [1280, 'beside'],
])('at %d px the terms are %s the heading, and the free year is one sentence after Back', async (width, place) => {
  await page.setViewportSize({ width, height: 800 });
  await show('packages/p0');
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  const terms = await page.getByRole('group', { name: m.packages_term({}, en) }).boundingBox();
  const list = page.getByRole(width === 360 ? 'region' : 'list', { name: m.packages_list({}, en), exact: true });
  const cards = await list.boundingBox();
  const isBeside = (terms?.x ?? 0) > (heading?.x ?? 0) + 400 && (terms?.y ?? 0) < (heading?.y ?? 0) + 60;
  expect(isBeside ? 'beside' : 'below').toBe(place);
  expect((terms?.y ?? 0) + (terms?.height ?? 0)).toBeLessThan(cards?.y ?? 0);
  const sentence = page.getByRole('paragraph').filter({ hasText: m.fee_waiver_unable({}, en) });
  await expectPage(sentence.getByRole('button', { name: m.fee_waiver_open({}, en) })).toHaveCSS('font-weight', '400');
});

it.each([
  ['payment/billing', '/step3'],
  ['invite-payment/billing', '/invite/packages'],
])('%s: in a wide window the order has a way to the plans beside its heading', async (state, path) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await show(state);
  const order = page.getByRole('complementary', { name: m.payment_order_summary({}, en) });
  const way = order.getByRole('link', { name: m.upgrade_change_plan({}, en) });
  await expectPage(way).toHaveAttribute('href', new RegExp(`${path}$`));
  const middles = await Promise.all(
    [way, order.getByRole('heading')].map(async (element) => {
      const box = await element.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    }),
  );
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 99))).toBeLessThan(3);
});
