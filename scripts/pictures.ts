import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumFlags } from '../tests/setup/browser/chromium.ts';
import { setJourneyVariables, startWholeSite } from '../tests/setup/whole-site.ts';
import { findChromium, thisMachine } from './find-chromium.ts';
import { buildAll } from './start/builds.ts';

/** `npm run pictures`: takes the README's pictures from the running product, with made-up people. */
const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'docs/pictures');
const people = {
  parent: { firstName: 'Renée', lastName: 'Olsen', email: 'renee@example.com', phone: '2025550142' },
  coParent: { firstName: 'Joe', lastName: 'Ramos', email: 'joe@example.com', phone: '2025550143' },
};

await mkdir(folder, { recursive: true });
await buildAll({ root });
const site = await startWholeSite({ environment: { NODE_ENV: 'test', LOG_LEVEL: 'error' } });
setJourneyVariables(site);
const { parentA } = await import('../tests/journeys/parent-a.ts');
const browser = await chromium.launch({
  executablePath: findChromium(await thisMachine()).executablePath,
  args: [...chromiumFlags],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 860 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const take = async (name: string) => {
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
  };
  const journey = parentA(page, { ...people, plan: 'Premium' });
  await journey.open();
  await page.waitForLoadState('networkidle');
  await take('landing');
  await journey.toReview();
  await journey.payNow().waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take('review');
} finally {
  await browser.close();
  await site.stop();
}
