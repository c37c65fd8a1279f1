import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumFlags } from '../journeys/chromium.ts';
import { freePort } from '../setup/free-port.ts';
import { publicPages } from '../setup/public-pages.ts';
import { startWholeSite, type WholeSite } from '../setup/whole-site.ts';
import { type Audit, auditPage } from './audit-page.ts';

const fastEnough = 98;
/** The simulation counts how long scripts took on this machine: whatever else it did meanwhile counts too. */
const tries = 3;

let site: WholeSite;
let browser: Browser;
let port: number;

beforeAll(async () => {
  site = await startWholeSite({ environment: { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000' } });
  port = await freePort();
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: [...chromiumFlags, `--remote-debugging-port=${port}`] });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

test.each(publicPages)('%s is fast on a phone, and faultless for everyone who reads it', async (path) => {
  const audits: Audit[] = [];
  do audits.push(await auditPage({ url: `${site.url}${path}`, port }));
  while (audits.length < tries && audits.every(({ scores }) => scores.performance < fastEnough));
  const best = audits.toSorted((one, other) => other.scores.performance - one.scores.performance)[0];
  if (!best) throw new Error('Nothing was audited');
  const line = `${path}: ${Object.values(best.scores).join(', ')} (${best.figures}; machine ${Math.round(best.benchmarkIndex)})`;
  process.stderr.write(`${line}\n`);
  expect.soft(best.scores, best.lost.join('\n')).toMatchObject({ accessibility: 100, 'best-practices': 100, seo: 100 });
  expect(best.scores.performance, `${line}\n${best.lost.join('\n')}`).toBeGreaterThanOrEqual(fastEnough);
});
