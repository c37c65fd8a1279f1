import { expect as expectPage } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { gallery } from '#web/mock/gallery/open-gallery.ts';

describe('every page', () => {
  it('2.3-3: has a banner 75 px high that disappears after 15 seconds, but not under the pointer', async () => {
    const page = await gallery.openAnew();
    await page.clock.install();
    await page.reload();
    const banner = page.getByRole('complementary', { name: 'Notice' });
    // The page's skeleton has a banner of its own, which disappears with it.
    await page.getByRole('heading', { level: 1 }).waitFor();
    await banner.waitFor();
    // From here on time passes only in the test: a busy machine would add its own.
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

  it('L15, 2.3-3: leaves no gap where a banner was: the header follows the quick-exit row', async () => {
    const page = await gallery.openAnew({ viewport: { width: 360, height: 640 } });
    await page.clock.install();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('complementary', { name: 'Notice' }).waitFor();
    const places = () =>
      page.evaluate(() => {
        const [row, header, leave] = ['#exit-note', 'header', '[data-leave]'].map((found) =>
          document.querySelector(found),
        );
        const { bottom = -1 } = row?.parentElement?.getBoundingClientRect() ?? {};
        const { right = -1, top = -1 } = leave?.getBoundingClientRect() ?? {};
        return { gap: Math.round((header?.getBoundingClientRect().top ?? -1) - bottom), right, top };
      });
    const before = await places();
    expect(before).toEqual({ gap: 0, right: 360, top: 0 });
    await page.clock.runFor(15_100);
    await expectPage(page.getByRole('complementary', { name: 'Notice' })).toHaveCount(0);
    expect(await places()).toEqual(before);
    await expectPage(page.getByRole('link', { name: 'What stays in the browser?' })).toBeInViewport();
  });

  it.each([320, 360, 768, 1280])(
    'L15: covers nothing with the quick exit at %d px: a scrolled page disappears under its row',
    async (width) => {
      const page = await gallery.openAnew({ viewport: { width, height: 640 } });
      const leave = page.getByRole('link', { name: 'Leave quickly' });
      for (let scrolled = 0; scrolled < 2_000; scrolled += 130) {
        await page.evaluate((top) => window.scrollTo(0, top), scrolled);
        const covered = await leave.evaluate((link) => {
          const { left, right, top, bottom } = link.getBoundingClientRect();
          const corners = [left, right].flatMap((x) => [top, bottom - 1].map((y) => [x, y] as const));
          return corners.flatMap(([x, y]) =>
            document.elementsFromPoint(Math.min(x, innerWidth - 1), y).filter((element, at, all) => {
              const row = all.findIndex((other) => other.matches(':has(> #exit-note)'));
              return element.closest('main, header') !== null && (row === -1 || at < row);
            }),
          );
        });
        expect(covered.length, `${scrolled} px down`).toBe(0);
      }
    },
  );

  it('F9: has a banner that disappears without a layout shift, once per session', async () => {
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
