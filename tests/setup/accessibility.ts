import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Half the size of `axe.source`, which is sent and compiled anew for every document. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Only violations are reported, and no style sheets are loaded, which these rules do not need: a tenth faster. */
const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  reporter: 'no-passes',
  preload: { assets: ['media'] },
};

/**
 * The WCAG 2.2 AA violations of a page and its frames, as `rule: where, where`; empty if there are none. Axe is
 * injected into each frame once: its own driver injects it for every run and opens another page, which takes four times
 * as long.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const prepared = page.frames().length === 1 ? await page.evaluate(runAxe, options) : null;
  if (prepared) return prepared;
  await Promise.all(page.frames().map(prepare));
  const violations = await page.evaluate(runAxe, options);
  if (!violations) throw new Error('The page navigated during the check');
  return violations;
}

/** Null if axe is not injected yet. */
async function runAxe(options: axe.RunOptions): Promise<string[] | null> {
  if (!window.axe) return null;
  const { violations } = await window.axe.run(options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

async function prepare(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  await frame.evaluate(axeSource);
  // The card's frames have another origin, so axe runs in each of them.
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
}
