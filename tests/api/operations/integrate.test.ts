import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { listEndpoints } from '#server/events/event-endpoints.ts';
import { sendEvents } from '#server/events/send-events.ts';
import { hashPassword } from '#server/identity/password.ts';
import { CookieBrowser } from '../../setup/browser/cookie-browser.ts';
import { strangersFolder } from '../../setup/clean-folder.ts';
import { freePort } from '../../setup/free-port.ts';
import { eventually } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { type Snippet, snippetsOf } from '../../setup/snippets.ts';
import { subscribe } from '../../setup/subscriber.ts';

const guide = path.resolve(import.meta.dirname, '../../../docs/integrate.md');
const password = 'quiet-harbour-7';

async function subscriber(site: TestSite) {
  const { userId, periodEnd } = await subscribe(site);
  const { db } = site.dependencies;
  const { username } = await db
    .updateTable('users')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', userId)
    .returning('username')
    .executeTakeFirstOrThrow();
  return { userId, periodEnd, username: username ?? '' };
}

async function tellEvents(site: TestSite): Promise<void> {
  for (const endpoint of await listEndpoints(site.dependencies.db))
    while (await sendEvents(site.jobDependencies, endpoint));
}

/** The page's snippets, each used once. */
function reading(snippets: Snippet[]) {
  const left = [...snippets];
  const take = (fits: (snippet: Snippet) => boolean) => {
    const [found] = left.splice(left.findIndex(fits), 1);
    if (!found) throw new Error('The page has no such snippet');
    return found.text;
  };
  return {
    left,
    command: (words: string) => take(({ language, text }) => language === 'sh' && text.includes(words)),
    files: () => left.splice(0).flatMap((one) => (one.file === '' ? (left.push(one), []) : [one])),
  };
}

test('P10: following docs/integrate.md from an empty folder gives a protected page, and accepts only the site’s webhooks, each once', {
  timeout: 90_000,
}, async () => {
  const [sitePort, appPort] = await Promise.all([freePort(), freePort()]);
  const [siteUrl, appUrl] = [`http://localhost:${sitePort}`, `http://localhost:${appPort}`];
  const { folder, write, shell, start } = await strangersFolder();
  const differing = { '../calendar': folder, 'http://localhost:3000': siteUrl, 'http://localhost:4000': appUrl };
  const page = reading(snippetsOf(guide, differing));
  const files = page.files();

  await shell(page.command('npm install'));
  for (const { file, text } of files) await write(file, text);
  const environment = { PUBLIC_URL: siteUrl, OIDC_CLIENTS: await shell(page.command('npm start')) };
  const site = await openSite({ environment, pages: true });
  await site.app.listen({ port: sitePort, host: 'localhost' });
  await site.startJobs();
  const operator = { ...environment, DATABASE_URL: site.databaseUrl, NODE_ENV: 'test' };
  const secrets = { APP_SECRET: 'a-secret-for-tests-that-is-long-enough' };
  await shell(page.command('endpoints -- add'), { ...operator, ...secrets });
  const said = await start(page.command('node server.mjs'), 'Open');

  const [, named = ''] = /localhost:3000(\/app\/[\w/]+)/.exec(readFileSync(guide, 'utf8')) ?? [];
  expect((await site.app.inject({ url: named, headers: { accept: 'text/html' } })).statusCode).toBe(200);

  // Signing in leads to the page, which shows the plan's contents; when asked again, the site returns 304.
  const { userId, periodEnd, username } = await subscriber(site);
  const browser = new CookieBrowser();
  const logIn = async () => {
    const form = new URL((await browser.follow(appUrl)).url);
    expect([form.origin, form.pathname]).toEqual([siteUrl, '/app/login']);
    const redirect = form.searchParams.get('redirect');
    const answer = await browser.request('POST', `${siteUrl}/api/ofw/login`, { username, password, redirect });
    return browser.follow(new URL(((await answer.json()) as { redirectUrl: string }).redirectUrl, siteUrl).href);
  };
  const shown = { url: `${appUrl}/`, status: 200, text: `The calendar of Marta, until ${periodEnd}.` };
  expect(await logIn()).toEqual(shown);
  expect(await browser.follow(`${appUrl}/`)).toEqual(shown);
  const requests = site.logged.map((line) => JSON.parse(line) as { route?: string; status?: number });
  const asked = requests.filter(({ route }) => route === '/api/v3/entitlements/:user');
  expect(asked.map(({ status }) => status)).toEqual([200, 304]);

  // A webhook of the site is accepted once; forged and repeated ones are rejected.
  const plan = (state: string) => `The plan of ${userId} is ${state}\n`;
  const counted = (state: string) => said().split(plan(state)).length - 1;
  await tellEvents(site);
  await expect.poll(() => counted('CURRENT')).toBe(1);
  expect(await shell(page.command('node --input-type'))).toBe('400\n');
  const replay = page.command('endpoints -- replay');
  expect(JSON.parse(await shell(replay, { ...operator, ...secrets }))).toEqual({ events: expect.any(Number) });
  await tellEvents(site);
  expect(counted('CURRENT')).toBe(1);
  const mistyped = shell('npm run --silent endpoints -- remove 019f', { ...operator, ...secrets });
  await expect(mistyped).rejects.toThrow('Endpoint 019f');
  const body = JSON.stringify({ type: 'subscription.changed.v1', subject: 'x', sequence: '9', data: {} });
  const forged = new Webhook(`whsec_${btoa('another secret of somebody else')}`).sign('1', new Date(), body);
  const headers = { 'webhook-id': '1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
  const post = (address: string, signature: string) =>
    fetch(address, { method: 'POST', headers: { ...headers, 'webhook-signature': signature }, body });
  expect((await post(`${appUrl}/events`, forged)).status).toBe(400);

  // A refund removes the page; signing out, on either side, ends the login.
  expect((await browser.request('POST', `${siteUrl}/api/v2/account/refund`, {})).status).toBe(200);
  await tellEvents(site);
  await expect.poll(() => counted('REFUNDED')).toBe(1);
  expect(await browser.follow(`${appUrl}/`)).toMatchObject({ status: 403, text: 'Your plan has no calendar.' });
  expect((await post(`${appUrl}/logged-out`, forged)).status).toBe(400);
  expect((await browser.request('GET', `${appUrl}/`)).status).toBe(403);
  await browser.request('DELETE', `${siteUrl}/api/v2/sessions/current`);
  await eventually(
    async () => (await browser.request('GET', `${appUrl}/`)).headers.get('location'),
    (to) => to === '/log-in',
  );
  expect(await logIn()).toMatchObject({ status: 403 });
  const out = await browser.request('POST', `${appUrl}/log-out`);
  expect(out.headers.get('location')).toContain(`${siteUrl}/oidc/session/end?id_token_hint=`);
  expect((await browser.request('GET', `${appUrl}/`)).headers.get('location')).toBe('/log-in');
  expect(page.left).toEqual([]);
});
