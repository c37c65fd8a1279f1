import { expect, test } from 'vitest';
import type { ProposalView } from '#contract/api/staff/staff-proposals.ts';
import { minutes } from '#server/clock.ts';
import { addOwner, claimCalls, question, sessionCalls } from '../../setup/ownership/ownership.ts';
import { withPasskey } from '../../setup/ownership/second-factor.ts';
import { openSite } from '../../setup/site.ts';
import { performAction, staffHeaders } from '../../setup/staff.ts';

test.each([true, false])(
  'W6: what staff proposed about an account before its owner decided a claim (keeps: %s) is over, and can be proposed anew',
  async (keep) => {
    const site = await openSite();
    const { app, dependencies } = site;
    const owner = await addOwner(site);
    const [sam, ada] = [await staffHeaders(site, ['SUPPORT'], 'staff-sam'), await staffHeaders(site, ['ADMIN'])];
    const inputs = { email: 'his@example.com', mailboxBefore: 'THEIRS' };
    const propose = async () =>
      (await performAction(site, sam, owner.userId, { action: 'CORRECT_EMAIL', inputs })).json();
    const waiting = async () =>
      (await app.inject({ url: '/api/v2/staff/proposals', headers: ada })).json<{ proposals: ProposalView[] }>()
        .proposals;
    expect(await propose()).toMatchObject({ state: 'PROPOSED' });
    const [{ id } = { id: '' }] = await waiting();
    const his = await sessionCalls(site, owner);
    site.clock.advance(minutes(1));
    await withPasskey(app, his.headers);
    site.clock.advance(minutes(1));
    const claim = claimCalls(site);
    const { token } = await claim.begin({ phoneCountryCode: owner.phoneCountryCode, phoneNumber: owner.phoneNumber });
    await claim.prove(token, { kind: 'QUESTION', ...question });
    expect((await claim.decide(token, keep)).status).toBe(200);
    const confirm = (of: string) =>
      app.inject({
        method: 'POST',
        url: `/api/v2/staff/proposals/${of}/decision`,
        headers: ada,
        payload: { decision: 'CONFIRM' },
      });
    expect(await waiting()).toEqual([]);
    expect((await confirm(id)).statusCode).toBe(404);
    const users = dependencies.db.selectFrom('users').select('email').where('id', '=', owner.userId);
    expect(await users.execute()).toEqual([{ email: owner.email }]);
    // Whoever is still sure asks again.
    site.clock.advance(minutes(5));
    expect(await propose()).toMatchObject({ state: 'PROPOSED' });
    const [again] = await waiting();
    expect((await confirm(again?.id ?? '')).statusCode).toBe(200);
  },
);
