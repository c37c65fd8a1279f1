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

/**
 * Null if axe is not injected yet. Axe measures of a target what shows at this moment: one that a sticky bar covers in
 * part is measured again where nothing covers it.
 */
async function runAxe(options: axe.RunOptions): Promise<string[] | null> {
  const { axe } = window;
  if (!axe) return null;
  const size = 'target-size';
  const isSmall = async (selector: string) => {
    const target = document.querySelector(selector);
    if (!target) return true;
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { violations } = await axe.run(target, { ...options, runOnly: { type: 'rule', values: [size] } });
    return violations.length > 0;
  };
  const { violations } = await axe.run(options);
  const problems: string[] = [];
  const [left, top] = [window.scrollX, window.scrollY];
  for (const { id, nodes } of violations) {
    const found: string[] = [];
    for (const { target } of nodes) {
      const where = target.join(' ');
      if (id !== size || target.length > 1 || (await isSmall(where))) found.push(where);
    }
    if (found.length > 0) problems.push(`${id}: ${found.join(', ')}`);
  }
  window.scrollTo({ left, top, behavior: 'instant' });
  return problems;
}

async function prepare(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  await frame.evaluate(axeSource);
  // The card's frames have another origin, so axe runs in each of them.
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
}
