import { expect, test } from 'vitest';
import { invitedReadyToPay } from '../../setup/invited.ts';
import { addPerson, signInAs } from '../../setup/person.ts';
import { environment, signInToCalendar } from '../../setup/providers/client-login.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

type Session = { session: { userId: string } | null };

test('a user who left quickly is signed out by that browser’s next request, even if the sign-out was lost', async () => {
  const { app, dependencies } = await openSite();
  const person = await addPerson(dependencies.db);
  const { headers } = await signInAs(app, person);
  const who = async (sent: Record<string, string>) =>
    (await send<Session>(app, { method: 'GET', path: '/v2/sessions/current', headers: sent })).body.session;
  const left = { cookie: `${headers['cookie']}; left=1` };
  expect(await who(left)).toBeNull();
  expect(await who(headers as Record<string, string>)).toBeNull();
  const again = await send(app, {
    method: 'POST',
    path: '/ofw/login',
    body: { username: person.username, password: person.password },
    headers: { origin: 'http://localhost:3000', cookie: 'left=1' },
  });
  // A new login clears the mark.
  expect(String(again.headers['set-cookie'])).toContain('left=; Max-Age=0;');
});

test('no trace of an app login stays in the browser of whoever leaves, except what expires with that login', async () => {
  const { app, dependencies } = await openSite({ environment });
  const { browser } = await signInToCalendar(() => app, await addPerson(dependencies.db));
  expect(browser.header()).toContain('app-login=');
  await browser.request('DELETE', '/api/v2/sessions/current');
  expect(browser.header()).toMatch(/^device=[\w-]+$/);
});

test('W9: in the browser of an invited parent who left quickly, a mailed invite shows nothing that they had typed', async () => {
  const site = await openSite();
  const hers = await invitedReadyToPay(site);
  const cookie = hers.headers.cookie ?? '';
  const phone = async (sent: string) => {
    const path = `/v2/invites/parents/${hers.userId}`;
    return send<{ phoneNumber: string }>(site.app, { method: 'GET', path, headers: { ...hers.headers, cookie: sent } });
  };
  expect((await phone(cookie)).body.phoneNumber).toBe(hers.phoneNumber);
  const next = await phone(`${cookie}; left=1`);
  expect(next.body.phoneNumber).toBe('');
  expect(String(next.headers['set-cookie'])).toContain(`invite-${hers.userId}=; Max-Age=0;`);
  const page = await site.app.inject({ url: '/api/v2/countries', headers: { cookie: `address-proof=x; left=1` } });
  expect(String(page.headers['set-cookie'])).toContain('address-proof=; Max-Age=0;');
});
