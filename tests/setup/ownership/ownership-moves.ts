import { days, hours } from '#server/clock.ts';
import { closeAccount } from '#server/closing/close-account.ts';
import { answerRecovery } from '#server/identity/answer-recovery.ts';
import { completeFactorReset } from '#server/identity/second-factor/factor-reset.ts';
import { endClaimWait } from '#server/ownership/decide-claim.ts';
import { parentOf, send } from '../sign-up.ts';
import { performAction, staffHeaders } from '../staff.ts';
import { claimCalls, question } from './ownership.ts';
import { enter, type Play, passkeyProof, type Session, storedUser } from './ownership-actors.ts';
import { requestPasswordLink, resetByHolder, resetPassword } from './recovery-calls.ts';
import { codeNow, withPasskey } from './second-factor.ts';

/**
 * The reader of the mailbox, hers or one that he set, requests a link there, and sets his own password with whatever
 * else he knows.
 */
async function resetByMail(play: Play): Promise<void> {
  const { site, owner, other, mark } = play;
  const { db, makeToken, clock } = site.dependencies;
  const { email, phoneNumber } = await storedUser(play);
  if (!email.startsWith('his-') && !(other.knows.includes('M') && email === other.mailbox)) return;
  await requestPasswordLink(site.app, email);
  const request = await db
    .selectFrom('recoveryRequests')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const mayMail = () => Promise.resolve(true);
  await answerRecovery({ db, makeToken, mayMail }, { requestId: request.id, at: clock.now() });
  const link = await db
    .selectFrom('singleUseTokens')
    .select('id')
    .where('purpose', '=', 'PASSWORD_RESET')
    .where('usedAt', 'is', null)
    .where('userId', '=', play.owner.userId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!link) return;
  const password = `his-own-harbour-${mark}`;
  const token = makeToken('PASSWORD_RESET', link.id);
  const set =
    other.passkey && Number(mark) % 2 === 0
      ? await resetPassword(site.app, token, password, { passkey: (await passkeyProof(site, other.passkey)).passkey })
      : phoneNumber !== owner.phoneNumber || other.knows.includes('T')
        ? await resetByHolder(site, token, password)
        : await resetPassword(site.app, token, password, other.knows.includes('Q') ? question : {});
  if (set.status === 200) other.password = password;
}

/** The other person's claim, with everything they know or have set, decided or paused. */
async function claimByOther(play: Play): Promise<void> {
  const { site, owner, other, mark } = play;
  const calls = claimCalls(site);
  const { phoneNumber, email } = await storedUser(play);
  const phone = phoneNumber === owner.phoneNumber ? null : { phoneCountryCode: '+1', phoneNumber };
  const own = email.startsWith('his-') ? { email } : phone;
  // By what he has set himself, or by what he knows.
  const known = other.knows.includes('M') ? { email: other.mailbox } : other.knows.includes('T') ? other.phone : null;
  const by = Number(mark) % 2 === 0 ? (own ?? known) : (known ?? own);
  if (!by) return;
  const { token, answer } = await calls.begin(by);
  other.claims.push(token);
  if (answer.status !== 200) return;
  if (other.knows.includes('P')) await calls.prove(token, { kind: 'PASSWORD', password: owner.password });
  if (other.password !== '') await calls.prove(token, { kind: 'PASSWORD', password: other.password });
  if (other.knows.includes('Q')) await calls.prove(token, { kind: 'QUESTION', ...question });
  if (other.passkey) await calls.prove(token, await passkeyProof(site, other.passkey));
  const decided = await calls.decide(token, Number(mark) % 3 > 0);
  if (decided.status !== 200) return void (await calls.wait(token));
  other.decided += 1;
  const password = `his-claimed-harbour-${mark}`;
  if (!decided.body.passwordToken) return;
  if ((await resetPassword(site.app, decided.body.passwordToken, password)).status === 200) other.password = password;
}

/** By the link mailed to a replaced address, used by that mailbox's reader: alone it must decide nothing. */
async function undoByLink({ site, owner, other }: Play): Promise<void> {
  const { db, makeToken } = site.dependencies;
  if (!other.knows.includes('M')) return;
  const links = await db
    .selectFrom('singleUseTokens')
    .select(['id', 'data'])
    .where('purpose', '=', 'OWNERSHIP_CLAIM')
    .where('userId', '=', owner.userId)
    .where('usedAt', 'is', null)
    .execute();
  for (const { id } of links.filter((link) => link.data['email'] === other.mailbox)) {
    const calls = claimCalls(site);
    const opened = await calls.call('POST', '/by-link', makeToken('OWNERSHIP_CLAIM', id));
    const token = opened.body.claimToken ?? '';
    const decided = await calls.decide(token, true);
    if (decided.status === 200) other.decided += 1;
    else await calls.wait(token);
  }
}

/** Runs due jobs as the queue does. */
async function runDueJobs({ site, owner: { userId } }: Play): Promise<void> {
  const { db } = site.dependencies;
  const [resets, closings, claims] = await Promise.all([
    db
      .selectFrom('factorResets')
      .select('id')
      .where('userId', '=', userId)
      .where('dueAt', '<=', site.clock.now())
      .execute(),
    db.selectFrom('deletionRequests').select('id').where('userId', '=', userId).execute(),
    db.selectFrom('ownershipClaims').select('id').where('userId', '=', userId).where('state', '=', 'WAITING').execute(),
  ]);
  for (const { id } of resets) await completeFactorReset(site.dependencies, id);
  for (const { id } of closings) await closeAccount(site.dependencies, id);
  for (const { id } of claims) await endClaimWait(site.dependencies, id);
}

/**
 * One employee, alone, tries everything that could hand an account over; what needs a second person stays a proposal.
 */
async function actAsStaff({ site, owner, mark }: Play): Promise<void> {
  const headers = await staffHeaders(site, ['ADMIN'], 'staff-alone');
  const act = (action: 'CORRECT_EMAIL' | 'MAIL_RECOVERY' | 'END_SESSIONS' | 'KEEP_ACCOUNT', inputs: object = {}) =>
    performAction(site, headers, owner.userId, { action, inputs });
  await act('CORRECT_EMAIL', { email: `staff-${mark}@example.com`, mailboxBefore: 'NEVER_THEIRS' });
  await act('CORRECT_EMAIL', { email: `staff-${mark}@example.com`, mailboxBefore: 'THEIRS' });
  await act('MAIL_RECOVERY');
  const { proposals } = (await site.app.inject({ url: '/api/v2/staff/proposals', headers })).json<{
    proposals: { id: string }[];
  }>();
  for (const { id } of proposals)
    await site.app.inject({
      method: 'POST',
      url: `/api/v2/staff/proposals/${id}/decision`,
      headers,
      payload: { decision: 'CONFIRM' },
    });
}

const bySession =
  (act: (session: Session, play: Play) => Promise<unknown>) =>
  async (play: Play): Promise<unknown> => {
    await enter(play);
    return play.other.session && act(play.other.session, play);
  };

/** What the other person, staff, the clock and the queue do; each accepts a refusal by the API. */
export const moves: Record<string, (play: Play) => Promise<unknown>> = {
  email: bySession((session, { mark }) => session.moveEmail(`his-${mark}@example.com`)),
  // A text goes to the phone on file: by then his own, or one that he holds.
  'email with text': bySession(async (session, play) => {
    const { phoneNumber } = await storedUser(play);
    if (phoneNumber !== play.owner.phoneNumber || play.other.knows.includes('T'))
      await session.moveEmail(`his-too-${play.mark}@example.com`, { withText: true });
  }),
  phone: bySession((session, { mark }) => session.movePhone(`202${mark}`)),
  name: bySession((session) => session.call('PUT', '/profile/name', { firstName: 'Somebody', lastName: 'Else' })),
  username: bySession((session, { mark }) => session.call('PUT', '/profile/username', { username: `his.${mark}` })),
  question: bySession((session) =>
    session.call('PUT', '/profile/security', {
      security: { ...question, securityAnswer: 'Nowhere at all', securityCode: '1234', confirmCode: '1234' },
    }),
  ),
  password: bySession(async (session, { other, mark }) => {
    if (other.password === '' || session.auth === '') return;
    const password = `his-changed-harbour-${mark}`;
    if ((await session.changePassword(other.password, password)).status === 200) other.password = password;
  }),
  passkey: bySession(async (session, { site, other }) => {
    const added = await withPasskey(site.app, session.headers).catch(() => null);
    if (added) other.passkey = added.authenticator;
  }),
  app: bySession(async (session) => {
    const { secret } = (await session.call<{ secret?: string }>('POST', '/second-factors/totp')).body;
    if (secret) await session.call('POST', '/second-factors/totp/confirmation', { code: codeNow(secret) });
  }),
  'mail off': bySession((session) =>
    session.call('PUT', '/reach', { mail: false, text: false, call: false, neutral: false, hours: null }),
  ),
  'invoices elsewhere': bySession((session, { mark }) =>
    session.call('PUT', '/invoice-address', { email: `his-invoices-${mark}@example.com` }),
  ),
  close: bySession((session) => session.call('POST', '/deletion', { cancelRenewals: true })),
  keep: bySession((session) => session.call('DELETE', '/deletion')),
  'calendar feed': bySession(async (session, { other }) => {
    const { body } = await session.call<{ address?: string }>('POST', '/calendar-feed');
    if (body.address) other.feed = body.address.replace(/^https?:\/\/[^/]+/, '');
  }),
  'prove by passkey': bySession(async (session, { site, other }) => {
    if (other.passkey) await session.call('POST', '/proof', await passkeyProof(site, other.passkey));
  }),
  'prove again': bySession((session, { other }) => session.call('POST', '/proof', { password: other.password })),
  'remove factors': async ({ site, owner, other }) => {
    const { body } = await send<{ secondStepToken?: string }>(site.app, {
      method: 'POST',
      path: '/ofw/login',
      headers: { origin: 'http://localhost:3000' },
      body: { username: owner.username, password: other.password },
    });
    const headers = { authorization: `Bearer ${body.secondStepToken ?? ''}` };
    if (body.secondStepToken)
      await send(site.app, { method: 'POST', path: '/v2/sessions/second-step/reset', headers, body: {} });
  },
  'password by mail': resetByMail,
  'sign up with her address': ({ site, owner }) =>
    send(site.app, { method: 'POST', path: '/v2/registrations', body: parentOf(owner.email) }),
  claim: claimByOther,
  'undo by link': undoByLink,
  staff: actAsStaff,
  'three days': async (play) => {
    play.site.clock.advance(hours(73));
    await runDueJobs(play);
  },
  'eight days': async (play) => {
    play.site.clock.advance(days(8));
    await runDueJobs(play);
  },
};

/**
 * Orders of moves for which each rule exists: chance alone seldom finds them. Every second run contains one of them,
 * among random moves.
 */
export const plots: readonly (readonly string[])[] = [
  ['phone', 'eight days', 'email with text'],
  ['passkey', 'eight days', 'prove by passkey', 'email'],
  ['passkey', 'prove by passkey', 'email'],
  ['email', 'password by mail'],
  ['phone', 'email', 'close', 'three days'],
  ['password', 'question', 'claim'],
  ['passkey', 'claim', 'email'],
  ['phone', 'email', 'claim'],
  ['email', 'phone', 'claim'],
  ['calendar feed', 'claim', 'three days'],
  ['passkey', 'remove factors', 'three days'],
  ['claim', 'three days', 'email'],
  ['staff', 'password by mail'],
  ['question', 'email', 'eight days', 'claim'],
  ['email', 'undo by link', 'three days'],
  ['name', 'claim', 'three days'],
  ['phone', 'email', 'eight days', 'password by mail'],
  ['passkey', 'eight days', 'phone', 'claim'],
  ['invoices elsewhere', 'claim', 'three days'],
];
