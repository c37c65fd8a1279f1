import { minutes } from '#server/clock.ts';
import { type Person, signInAs } from '../person.ts';
import type { TestSite } from '../site.ts';
import { callsWith, claimCalls, question, sessionCalls } from './ownership.ts';
import { resetPassword } from './recovery-calls.ts';
import { type Authenticator, challengeFor, passkeySignIn, sessionOf, signChallenge } from './second-factor.ts';

/** What somebody can prove: password, mailbox, phone, question with code, passkey; or a screen left unlocked. */
export type Known = 'P' | 'M' | 'T' | 'Q' | 'F' | 'screen';

export type Session = ReturnType<typeof callsWith>;

/** Everything about one sequence: whose account, and who acts on it. */
export type Play = {
  site: TestSite;
  /** The account before anybody else touches it, updated by her own final changes. */
  owner: Person & { passkey: Authenticator | null };
  other: {
    knows: readonly Known[];
    /** As they know it: the owner's earlier one, or one that they set. */
    password: string;
    mailbox: string;
    phone: { phoneCountryCode: string; phoneNumber: string };
    session: Session | null;
    passkey: Authenticator | null;
    /** Claims that they began. */
    claims: string[];
    /** The address of a calendar feed that they created for themself. */
    feed: string | null;
    /** How many decisions they were granted. */
    decided: number;
  };
  /** Digits that no other sequence or step uses. */
  mark: string;
};

const phoneOf = ({ phoneCountryCode, phoneNumber }: Pick<Person, 'phoneCountryCode' | 'phoneNumber'>) => ({
  phoneCountryCode,
  phoneNumber,
});

export const storedUser = ({ site, owner }: Pick<Play, 'site' | 'owner'>) =>
  site.dependencies.db
    .selectFrom('users')
    .leftJoin('invoiceAddresses', 'invoiceAddresses.userId', 'users.id')
    .select([
      'users.email',
      'invoiceAddresses.email as invoicesTo',
      'phoneNumber',
      'firstName',
      'username',
      'status',
      'frozenAt',
      'securityAnswerHash',
      'passwordHash',
    ])
    .where('users.id', '=', owner.userId)
    .executeTakeFirstOrThrow();

const isOpen = async (session: Session | null) =>
  session !== null && (await session.call('GET', '/second-factors')).status === 200;

/** Logs a logged-out person in again as far as what they know permits: by password or passkey. */
export async function enter(play: Play): Promise<void> {
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

export const passkeyProof = async (site: TestSite, passkey: Authenticator) => ({
  kind: 'PASSKEY',
  passkey: signChallenge(passkey, await challengeFor(site.app)),
});

/** `nothing`: there is nothing to undo. `refused`: she proves too little, and pauses the account. */
type Claimed = 'nothing' | 'refused' | { passwordToken: string };

export async function claimByOwner(play: Play, has: readonly Known[]): Promise<Claimed> {
  const { site, owner } = play;
  const calls = claimCalls(site);
  const viaMail = has.includes('M');
  const { token, answer } = await calls.begin(viaMail ? { email: owner.email } : phoneOf(owner));
  if (answer.status !== 200) return 'refused';
  if (viaMail && has.includes('T')) await calls.second(token, 'PHONE', owner);
  if (has.includes('Q')) await calls.prove(token, { kind: 'QUESTION', ...question });
  if (has.includes('P')) await calls.prove(token, { kind: 'PASSWORD', password: owner.password });
  if (has.includes('F') && owner.passkey) await calls.prove(token, await passkeyProof(site, owner.passkey));
  const { body } = await calls.call('GET', '/current', token);
  if (body.changes?.length === 0) return body.waitUntil === null ? 'nothing' : 'refused';
  const decided = await calls.decide(token);
  if (decided.status === 200) return { passwordToken: decided.body.passwordToken ?? '' };
  await calls.wait(token);
  return 'refused';
}

/** As the page of a decided claim does at once. */
export async function setOwnPassword({ site, owner, mark }: Play, passwordToken: string): Promise<boolean> {
  const password = `hers-again-${mark}!`;
  if ((await resetPassword(site.app, passwordToken, password)).status !== 200) return false;
  owner.password = password;
  return true;
}

/** Her own final changes: with two proofs, one of which she holds. */
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
  site.clock.advance(minutes(11));
}

/** Whether the other person gets in by anything they know or have set, or sees anything without a session. */
export async function isOtherIn(play: Play): Promise<boolean> {
  await enter(play);
  const { session, feed } = play.other;
  if (feed !== null && (await play.site.app.inject(feed)).statusCode === 200) return true;
  return session !== null && (await session.call('GET', '/profile')).status === 200;
}

/** Whether a claim that the other person began goes on: the owner's decision must have ended each. */
export async function hasOpenClaim({ site, other }: Play): Promise<boolean> {
  for (const token of other.claims)
    if ((await claimCalls(site).call('POST', '/decision', token, { keep: false })).status !== 401) return true;
  return false;
}

/** By password, or by her passkey. */
export async function isOwnerIn({ site, owner }: Play): Promise<boolean> {
  if (owner.passkey) return sessionOf(await passkeySignIn(site.app, owner.passkey)) !== null;
  return signInAs(site.app, owner).then(
    () => true,
    () => false,
  );
}
