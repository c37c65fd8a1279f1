import { closeAccount } from '#server/account/close-account.ts';
import { days, hours } from '#server/clock.ts';
import { answerRecovery } from '#server/identity/answer-recovery.ts';
import { completeFactorReset } from '#server/identity/second-factor/factor-reset.ts';
import { endClaimWait } from '#server/ownership/decide-claim.ts';
import { callsWith, claimCalls, question, sessionCalls } from './ownership.ts';
import { type Person, signInAs } from './person.ts';
import { requestPasswordLink, resetPassword } from './recovery-calls.ts';
import {
  type Authenticator,
  challengeFor,
  codeNow,
  passkeySignIn,
  sessionOf,
  signChallenge,
  withPasskey,
} from './second-factor.ts';
import { parentOf, send } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { performAction, staffHeaders } from './staff.ts';

/** What somebody can prove: password, mailbox, phone, question with code, passkey; or a screen left unlocked. */
export type Known = 'P' | 'M' | 'T' | 'Q' | 'F' | 'screen';

type Session = ReturnType<typeof callsWith>;

/** Everything about one sequence: whose account, and who acts on it. */
export type Play = {
  site: TestSite;
  /** As it is when nobody has touched it; her own changes that are final move it along. */
  owner: Person & { passkey: Authenticator | null };
  other: {
    knows: readonly Known[];
    /** As they know it: the owner's of then, or one that they set. */
    password: string;
    mailbox: string;
    phone: { phoneCountryCode: string; phoneNumber: string };
    session: Session | null;
    passkey: Authenticator | null;
    /** Decisions that they were given. */
    decided: number;
  };
  /** Digits that no other sequence or step has. */
  mark: string;
};

const phoneOf = ({ phoneCountryCode, phoneNumber }: Pick<Person, 'phoneCountryCode' | 'phoneNumber'>) => ({
  phoneCountryCode,
  phoneNumber,
});

export const storedUser = ({ site, owner }: Pick<Play, 'site' | 'owner'>) =>
  site.dependencies.db
    .selectFrom('users')
    .select(['email', 'phoneNumber', 'username', 'status', 'frozenAt', 'securityAnswerHash', 'passwordHash'])
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow();

const isOpen = async (session: Session | null) =>
  session !== null && (await session.call('GET', '/second-factors')).status === 200;

/** Whoever was logged out comes in again as far as what they know lets them: by password or passkey. */
async function enter(play: Play): Promise<void> {
  const { site, other } = play;
  if (other.knows.includes('screen') || (await isOpen(other.session))) return;
  other.session = null;
  const { username } = await storedUser(play);
  const credentials = { username: username ?? '', password: other.password };
  if (other.password !== '') other.session = await sessionCalls(site, credentials).catch(() => null);
  if (other.session || !other.passkey) return;
  const headers = sessionOf(await passkeySignIn(site.app, other.passkey));
  if (headers) other.session = callsWith(site, headers);
}

/** Whoever reads the mailbox asks for a link there, and sets a password of their own. */
async function resetByMail(play: Play): Promise<void> {
  const { site, other, mark } = play;
  const { db, makeToken, clock } = site.dependencies;
  await requestPasswordLink(site.app, other.mailbox);
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
  const user = await storedUser(play);
  if (!link || user.email !== other.mailbox) return;
  const password = `his-own-harbour-${mark}`;
  const set = await resetPassword(site.app, makeToken('PASSWORD_RESET', link.id), password);
  if (set.status === 200) other.password = password;
}

/** The other one's claim, with all that they know or have set, decided or paused. */
async function claimByOther({ site, owner, other, mark }: Play): Promise<void> {
  const calls = claimCalls(site);
  const { email: now } = await storedUser({ site, owner });
  const email = now.startsWith('his-') ? now : other.knows.includes('M') ? other.mailbox : null;
  const by = email !== null ? { email } : other.knows.includes('T') ? other.phone : null;
  if (!by) return;
  const { token, answer } = await calls.begin(by);
  if (answer.status !== 200) return;
  if (other.knows.includes('P')) await calls.prove(token, { kind: 'PASSWORD', password: owner.password });
  if (other.password !== '') await calls.prove(token, { kind: 'PASSWORD', password: other.password });
  if (other.knows.includes('Q')) await calls.prove(token, { kind: 'QUESTION', ...question });
  if (other.passkey) await calls.prove(token, await passkeyProof(site, other.passkey));
  const decided = await calls.decide(token, mark.endsWith('1'));
  if (decided.status !== 200) return void (await calls.wait(token));
  other.decided += 1;
  const password = `his-claimed-harbour-${mark}`;
  if (!decided.body.passwordToken) return;
  if ((await resetPassword(site.app, decided.body.passwordToken, password)).status === 200) other.password = password;
}

const passkeyProof = async (site: TestSite, passkey: Authenticator) => ({
  kind: 'PASSKEY',
  passkey: signChallenge(passkey, await challengeFor(site.app)),
});

/** `nothing`: there is nothing to undo. `refused`: she proves too little, and has the account paused. */
export async function claimByOwner(play: Play, has: readonly Known[]): Promise<'undone' | 'nothing' | 'refused'> {
  const { site, owner } = play;
  const calls = claimCalls(site);
  const viaMail = has.includes('M');
  const { token, answer } = await calls.begin(viaMail ? { email: owner.email } : phoneOf(owner));
  if (answer.status !== 200) return 'refused';
  if (viaMail && has.includes('T')) await calls.second(token, 'PHONE');
  if (has.includes('Q')) await calls.prove(token, { kind: 'QUESTION', ...question });
  if (has.includes('P')) await calls.prove(token, { kind: 'PASSWORD', password: owner.password });
  if (has.includes('F') && owner.passkey) await calls.prove(token, await passkeyProof(site, owner.passkey));
  const { changes, waitUntil } = (await calls.call('GET', '/current', token)).body;
  if (changes?.length === 0) return waitUntil === null ? 'nothing' : 'refused';
  const decided = await calls.decide(token);
  if (decided.status !== 200) {
    await calls.wait(token);
    return 'refused';
  }
  const password = `hers-again-${play.mark}!`;
  if ((await resetPassword(site.app, decided.body.passwordToken ?? '', password)).status !== 200) return 'refused';
  owner.password = password;
  return 'undone';
}

/** What is due by now, as the jobs of the queue do it. */
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

/** One employee, alone, tries all that could hand an account over; what needs a second person stays a proposal. */
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

/** What the other one, staff, the clock and the queue do; each lets the API refuse it. */
export const moves: Record<string, (play: Play) => Promise<unknown>> = {
  email: bySession((session, { mark }) => session.moveEmail(`his-${mark}@example.com`)),
  // A text goes to the phone on file: by then his own, or one that he holds.
  'email with text': bySession(async (session, play) => {
    const { phoneNumber } = await storedUser(play);
    if (phoneNumber !== play.owner.phoneNumber || play.other.knows.includes('T'))
      await session.moveEmail(`his-too-${play.mark}@example.com`, { withText: true });
  }),
  phone: bySession((session, { mark }) => session.movePhone(`202${mark}`)),
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
  close: bySession((session) => session.call('POST', '/deletion', { cancelRenewals: true })),
  keep: bySession((session) => session.call('DELETE', '/deletion')),
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
  'password by mail': async (play) => {
    if (play.other.knows.includes('M')) await resetByMail(play);
  },
  'sign up with her address': ({ site, owner }) =>
    send(site.app, { method: 'POST', path: '/v2/registrations', body: parentOf(owner.email) }),
  claim: claimByOther,
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

/** Her own changes, final ones: with two proofs, one of which she holds. */
export async function moveWithTwoProofs(play: Play): Promise<void> {
  const { site, owner, mark } = play;
  const session = await sessionCalls(site, owner);
  await session.moveEmail(`hers-${mark}@example.com`, { withText: true });
  owner.email = `hers-${mark}@example.com`;
  const password = `hers-harbour-${mark}`;
  const changed = await session.changePassword(owner.password, password);
  if (changed.status !== 200) throw new Error(`Changing the password answered ${changed.status}`);
  owner.password = password;
}

/** A session that somebody left open, ten minutes after its password was typed. */
export async function leaveUnlocked({ site, owner, other }: Play): Promise<void> {
  other.session = await sessionCalls(site, owner);
}

/** Whether the other one gets in by anything they know or have set. */
export async function isOtherIn(play: Play): Promise<boolean> {
  await enter(play);
  const { session } = play.other;
  return session !== null && (await session.call('GET', '/profile')).status === 200;
}

/** By password, or by the passkey that she has. */
export async function isOwnerIn({ site, owner }: Play): Promise<boolean> {
  if (owner.passkey) return sessionOf(await passkeySignIn(site.app, owner.passkey)) !== null;
  return signInAs(site.app, owner).then(
    () => true,
    () => false,
  );
}
