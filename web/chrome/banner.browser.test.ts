import { expect as expectPage } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { gallery } from '#web/mock/gallery/open-gallery.ts';

describe('every page', () => {
  it('2.3-3: has a banner 75 px high that leaves after 15 seconds, but not under the pointer', async () => {
    const page = await gallery.openAnew();
    await page.clock.install();
    await page.reload();
    const banner = page.getByRole('complementary', { name: 'Notice' });
    // The page's skeleton has a banner of its own, which disappears with it.
    await page.getByRole('heading', { level: 1 }).waitFor();
    await banner.waitFor();
    // From here on time passes only where the test says so: a busy machine would add its own.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000);
    expect((await banner.boundingBox())?.height).toBe(75);
    await banner.hover();
    await expectPage(banner).toHaveAttribute('data-held', 'true');
    await page.clock.runFor(60_000);
    await expectPage(banner).toBeVisible();
    await page.mouse.move(600, 600);
    await expectPage(banner).not.toHaveAttribute('data-held');
    await page.clock.runFor(14_900);
    await expectPage(banner).toBeVisible();
    await page.clock.runFor(200);
    await expectPage(banner).toHaveCount(0);
  });

  it('F9: has a banner that leaves without moving anything, once a session', async () => {
    const page = await gallery.openAnew();
    await page.clock.install();
    await page.reload();
    const banner = page.getByRole('complementary', { name: 'Notice' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await banner.waitFor();
    const top = () =>
      page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.getBoundingClientRect().top);
    const before = await top();
    await page.clock.runFor(15_100);
    await expectPage(banner).toHaveCount(0);
    expect(await top()).toBe(before);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.clock.runFor(100);
    await expectPage(banner).toHaveCount(0);
    expect(await top()).toBe(before);
    await page.getByRole('link', { name: /start page/ }).click();
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Two homes, one calm place to plan.');
    await expectPage(page.locator('aside')).toHaveCount(0);
  });
});
