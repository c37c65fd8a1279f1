import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Half as long as `axe.source`, which is sent and compiled anew for every document that is looked at. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What passes is not described, and no style sheet read: no rule of these asks for either, and it saves a tenth. */
const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  reporter: 'no-passes',
  preload: { assets: ['media'] },
};

/**
 * What breaks WCAG 2.2 AA on a page and in its frames, as `rule: where, where`; empty when all is well.
 * Axe is put into each frame once: its own driver does so at every look and opens a page beside it, which takes four
 * times as long.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const prepared = page.frames().length === 1 ? await page.evaluate(look, options) : null;
  if (prepared) return prepared;
  await Promise.all(page.frames().map(prepare));
  const found = await page.evaluate(look, options);
  if (!found) throw new Error('The page has gone on to another one meanwhile');
  return found;
}

/** Null: axe is not in this page. */
async function look(options: axe.RunOptions): Promise<string[] | null> {
  if (!window.axe) return null;
  const { violations } = await window.axe.run(options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

async function prepare(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  await frame.evaluate(axeSource);
  // The frames of the card are of another origin, and asked about their part.
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
}
