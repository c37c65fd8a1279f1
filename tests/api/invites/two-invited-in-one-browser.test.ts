import { expect, test } from 'vitest';
import {
  contextOf,
  type Invited,
  inviteCoParent,
  invitedPays,
  invitedReadyToPay,
  saveDetails,
} from '../../setup/invited.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

type Headers = Record<string, string>;

/** Saves another person's step 1 in the same browser: a cookie of the same name replaces the earlier one. */
async function saveInSameBrowser({ app }: TestSite, first: Invited, second: Invited) {
  const own = (first.headers as Headers)['cookie'] ?? '';
  Object.assign(second.headers, { cookie: own, origin: (first.headers as Headers)['origin'] });
  expect((await saveDetails(app, second)).status).toBe(200);
  const added = (second.headers as Headers)['cookie'] ?? '';
  const nameOf = (cookie: string) => cookie.split('=')[0];
  const cookie = nameOf(own) === nameOf(added) ? added : `${own}; ${added}`;
  for (const one of [first, second]) Object.assign(one.headers, { cookie });
}

test('what an invited parent has typed stays in a browser in which another invited person begins', async () => {
  const site = await openSite();
  const [first, second] = [await invitedReadyToPay(site), await inviteCoParent(site)];
  await saveInSameBrowser(site, first, second);
  const path = `/v2/invites/parents/${first.userId}`;
  const typed = await send(site.app, { method: 'GET', path, headers: first.headers });
  expect(typed.body).toMatchObject({ phoneNumber: first.phoneNumber });
});

test('an invited parent who has paid goes on in a browser in which another invited person begins', async () => {
  const site = await openSite();
  const [first, second] = [await invitedReadyToPay(site), await inviteCoParent(site)];
  expect((await invitedPays(site.app, first)).body.outcome).toBe('PAID');
  await saveInSameBrowser(site, first, second);
  expect((await contextOf(site.app, first)).body.authToken).toEqual(expect.any(String));
  expect((await contextOf(site.app, second)).status).toBe(200);
});
