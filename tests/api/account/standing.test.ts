import { expect, test } from 'vitest';
import type { ActivityView, StandingView } from '#contract/api/account-activity.ts';
import type { FactorsView } from '#contract/api/second-factors.ts';
import type { DeviceView } from '#contract/api/sign-in.ts';
import { days, minutes } from '#server/clock.ts';
import { addOwner, claimCalls, question, sessionCalls } from '../../setup/ownership/ownership.ts';
import { requestPasswordLink, resetPassword, resetTokenOf } from '../../setup/ownership/recovery-calls.ts';
import { withPasskey } from '../../setup/ownership/second-factor.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { offerOf, staffHeaders, viewPerson } from '../../setup/staff.ts';
import { drain } from '../../setup/subscriber.ts';

type Session = Awaited<ReturnType<typeof sessionCalls>>;

const factorsOf = async (session: Session) => (await session.call<FactorsView>('GET', '/second-factors')).body;
type Open = Pick<ActivityView, 'contestableUntil' | 'contestableBy'> & { proofs: string[] | null };

/** The same with the days that are left since then. */
const inDays = (standing: Open | null | undefined, from: Date) => {
  const until = standing?.contestableUntil ?? null;
  const left = until && Math.round((Date.parse(until) - from.getTime()) / days(1));
  return [standing?.proofs, left, standing?.contestableBy];
};
const tick = (site: TestSite) => site.clock.advance(1_000);

test('W1: of password, passkey and recovery codes their owner sees which proofs are behind them, and who can undo them until when', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const session = await sessionCalls(site, owner);
  expect((await factorsOf(session)).passwordStanding).toBeNull();
  tick(site);
  const from = site.clock.now();
  await withPasskey(site.app, session.headers);
  const [passkey, codes] = await factorsOf(session).then((one) => [
    one.passkeys[0]?.standing,
    one.recoveryCodesStanding,
  ]);
  for (const standing of [passkey, codes]) expect(inDays(standing, from)).toEqual([['PASSWORD'], 30, 'TWO']);
  const path = '/v2/sessions';
  const { devices } = (
    await send<{ devices: DeviceView[] }>(site.app, { method: 'GET', path, headers: session.headers })
  ).body;
  expect(devices.map(({ proofs }) => proofs)).toEqual([['PASSWORD']]);
});

test('W1: a password set with mailbox and answer can be undone only with a phone or a factor, and not after 30 days', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  await requestPasswordLink(site.app, owner.email);
  await drain(site);
  const from = site.clock.now();
  const password = 'calm-lantern-42';
  await resetPassword(site.app, await resetTokenOf(site, owner.email), password, question);
  tick(site);
  const standing = async (): Promise<StandingView> =>
    (await factorsOf(await sessionCalls(site, { ...owner, password }))).passwordStanding;
  expect(inDays(await standing(), from)).toEqual([['MAILBOX', 'QUESTION'], 30, 'HELD']);
  site.clock.advance(days(30));
  expect(inDays(await standing(), from)).toEqual([['MAILBOX', 'QUESTION'], null, null]);
});

test('W1: a change that was proved with a phone set by the password alone is not called final: it goes with that phone', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  tick(site);
  const from = site.clock.now();
  await thief.movePhone('2025550143');
  site.clock.advance(days(8));
  const again = await sessionCalls(site, owner);
  tick(site);
  await again.moveEmail('his@example.com', { withText: true });
  const list = await again.call<{ activity: ActivityView[] }>('GET', '/activity');
  const moved = list.body.activity.find(({ kind }) => kind === 'EMAIL_CHANGED');
  expect(inDays(moved, from)).toEqual([['PASSWORD', 'PHONE'], 30, 'TWO']);
});

test('W1: a name changed with the password alone is restored with the rest, and until then staff see the one before', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  tick(site);
  await thief.call('PUT', '/profile/name', { firstName: 'Somebody', lastName: 'Else' });
  const ada = await staffHeaders(site, ['ADMIN'], 'staff-ada');
  const offer = offerOf(await viewPerson(site, ada, owner.userId), 'GIVE_ACCOUNT_BACK');
  expect(offer?.sentences.join(' ')).toContain('was Marta Ruiz before');
  site.clock.advance(minutes(5));
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: owner.email });
  await claim.second(token, 'PHONE');
  expect((await claim.decide(token)).status).toBe(200);
  const user = db.selectFrom('users').select(['firstName', 'lastName']).where('id', '=', owner.userId);
  expect(await user.executeTakeFirstOrThrow()).toEqual({ firstName: 'Marta', lastName: 'Ruiz' });
});
