import { type Browser, chromium } from '@playwright/test';
import { expect } from 'vitest';
import type { Page } from '../../tools/page-audit/index.js';
import { chromiumFlags } from '../setup/browser/chromium.ts';
import { freePort } from '../setup/free-port.ts';
import { startWholeSite, type WholeSite } from '../setup/whole-site.ts';
import { type Audit, auditPage } from './audit-page.ts';

/** The simulation measures how long scripts took on this machine, including whatever else it did meanwhile. */
const tries = 3;

export type AuditedSite = WholeSite & { browser: Browser; port: number };

/** The whole site, and a browser that Lighthouse controls by its remote debugging port. */
export async function openAuditedSite(): Promise<AuditedSite> {
  const site = await startWholeSite({ environment: { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000' } });
  const port = await freePort();
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  });
  const stop = async () => {
    await browser.close();
    await site.stop();
  };
  return { ...site, browser, port, stop };
}

/**
 * The fastest of three audits, summarised in one line; fails if a category of `faultless` misses a point, or speed is
 * below `fastEnough`.
 */
export async function expectFastAndFaultless(
  { url, port }: AuditedSite,
  {
    path,
    fastEnough,
    faultless,
    tab,
  }: { path: string; fastEnough: number; faultless: readonly (keyof Audit['scores'])[]; tab?: Page },
): Promise<void> {
  const audits: Audit[] = [];
  do audits.push(await auditPage({ url: `${url}${path}`, port, ...(tab ? { tab } : {}) }));
  while (audits.length < tries && audits.every(({ scores }) => scores.performance < fastEnough));
  const best = audits.toSorted((one, other) => other.scores.performance - one.scores.performance)[0];
  if (!best) throw new Error('Nothing was audited');
  const line = `${path}: ${Object.values(best.scores).join(', ')} (${best.figures}; machine ${Math.round(best.benchmarkIndex)})`;
  process.stderr.write(`${line}\n`);
  const wanted = Object.fromEntries(faultless.map((category) => [category, 100]));
  expect.soft(best.scores, best.lost.join('\n')).toMatchObject(wanted);
  expect(best.scores.performance, `${line}\n${best.lost.join('\n')}`).toBeGreaterThanOrEqual(fastEnough);
}
