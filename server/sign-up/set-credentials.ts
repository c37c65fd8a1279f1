import type { ProofKind } from '#contract/account/ownership.ts';
import type { setCredentials as setRoute } from '#contract/api/credentials.ts';
import type { BodyOf } from '#contract/api/route.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { sendTogether } from '../db/send-together.ts';
import { saveCredentials, saveReferral, usernameTaken } from '../identity/credentials-repository.ts';
import { acceptInvite, latestInvite } from '../identity/invite-repository.ts';
import { type ProvedBesides, provedNow } from '../identity/ownership/session-proofs.ts';
import { hashPassword } from '../identity/password.ts';
import { proveEmail } from '../identity/proven-email.ts';
import { refusedPassword } from '../identity/refused-password.ts';
import { type HashedSecurity, hashSecurity, saveSecurity } from '../identity/security-repository.ts';
import { type OpenedSession, openSessionInstead, type SigningBrowser } from '../identity/session-repository.ts';
import { consumeToken, findToken, provesMailbox, type SingleUseToken } from '../identity/single-use-token.ts';
import { lockUser, readUser, type User } from '../identity/user-repository.ts';
import { addDaysBeforeJoining } from '../plans/add-days-before-joining.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { hasCurrentSubscription, lockHeldOrPaidBy } from '../subscriptions/subscription-repository.ts';
import { completeRegistrationOf } from './registration-repository.ts';

type Dependencies = { db: Db; clock: Clock };
export type Credentials = BodyOf<typeof setRoute>;
export type CredentialsOwner = { token: SingleUseToken; user: User; invited: boolean };

/** Whose credentials a token sets. Reading consumes nothing. */
export async function credentialsOwner(
  { db, clock }: Dependencies,
  secret: string,
): Promise<CredentialsOwner | Refusal<'TOKEN_INVALID'>> {
  const token = await findToken(db, { purpose: 'CREDENTIALS', secret, at: clock.now() });
  const user = token && (await readUser(db, token.userId));
  if (!token || !user || user.username !== null || user.status === 'CLOSED') return refuse('TOKEN_INVALID');
  return { token, user, invited: (await latestInvite(db, user.id)) !== null };
}

/** What the reader of a mailed link proves besides, or why not. */
type Proof<Refused> = (owner: CredentialsOwner) => Promise<ProvedBesides | Refused>;

/**
 * Sets a user's username and password, once; an invited parent adds security and referral, and has then joined. They
 * are signed in. `opened`: the owner, if a guard has just read it. Of two concurrent tabs one succeeds; the other's
 * token is used up.
 */
export async function setCredentials<Refused extends Refusal>(
  dependencies: Dependencies,
  {
    secret,
    credentials,
    browser,
    opened,
    furtherProof,
  }: {
    secret: string;
    credentials: Credentials;
    browser: SigningBrowser;
    opened?: CredentialsOwner | undefined;
    furtherProof: Proof<Refused>;
  },
): Promise<
  | { userId: string; subscriptionCurrent: boolean; session: OpenedSession }
  | Refused
  | Refusal<'TOKEN_INVALID' | 'VALIDATION'>
> {
  const { db } = dependencies;
  const owner = opened ?? (await credentialsOwner(dependencies, secret));
  if ('refused' in owner) return owner;
  const { user } = owner;
  const refused =
    refusedPassword(credentials.password, { ...user, username: credentials.username }) ??
    missingOfInvited(owner, credentials);
  if (refused) return refused;
  if (await usernameTaken(db, credentials.username)) {
    // Possibly by these credentials, which arrived a moment before.
    const stillOwner = await credentialsOwner(dependencies, secret);
    return 'refused' in stillOwner ? stillOwner : refuseFields({ field: 'username', code: 'username_unavailable' });
  }
  const further = await furtherProof(owner);
  if ('refused' in further) return further;
  const kinds = provesMailbox(owner.token) ? (['MAILBOX', ...further.proved] as const) : [];
  const saved = await save(dependencies, { owner, secret, credentials, browser, kinds });
  if (saved === 'username_taken') return refuseFields({ field: 'username', code: 'username_exists' });
  if (typeof saved === 'string') return refuse('TOKEN_INVALID');
  return { userId: user.id, subscriptionCurrent: await hasCurrentSubscription(db, user.id), session: saved };
}

/** Parent A entered the referral on step 1, a professional security with the rest (specification 2.9, 5.7). */
function missingOfInvited(
  { invited }: CredentialsOwner,
  { security, referral }: Credentials,
): Refusal<'VALIDATION'> | null {
  if (!invited) return null;
  if (!referral) return refuseFields({ field: 'referral.selection', code: 'required' });
  return security ? null : refuseFields({ field: 'security.securityQuestion', code: 'required' });
}

class InviteGone extends Error {}

async function save(
  { db, clock }: Dependencies,
  {
    owner,
    secret,
    credentials,
    browser,
    kinds,
  }: {
    owner: CredentialsOwner;
    secret: string;
    credentials: Credentials;
    browser: SigningBrowser;
    kinds: readonly ProofKind[];
  },
): Promise<OpenedSession | 'already_set' | 'username_taken' | 'invite_gone' | 'token_gone'> {
  const passwordHash = await hashPassword(credentials.password);
  const hashed = owner.invited && credentials.security ? await hashSecurity(credentials.security) : null;
  const at = clock.now();
  const { id: userId } = owner.user;
  try {
    return await db.transaction().execute(async (trx) => {
      if (owner.invited) await lockHeldOrPaidBy(trx, [userId]);
      await lockUser(trx, userId);
      // Hashing takes time: the token may have been revoked meanwhile, together with its address.
      if (!(await findToken(trx, { purpose: 'CREDENTIALS', secret, at }))) return 'token_gone';
      const outcome = await saveCredentials(trx, { userId, username: credentials.username, passwordHash, at });
      if (outcome !== 'saved') return outcome;
      const [session] = await sendTogether([
        openSessionInstead(trx, { ...browser, userId, at, proofs: provedNow(kinds, at) }),
        consumeToken(trx, { token: owner.token, at }),
        completeRegistrationOf(trx, { userId, at }),
        provesMailbox(owner.token) && proveEmail(trx, { userId, at }),
        owner.invited && join(trx, { owner, credentials, hashed, at }),
      ]);
      return session;
    });
  } catch (error) {
    if (error instanceof InviteGone) return 'invite_gone';
    throw error;
  }
}

/** Accepts the invite. If it was withdrawn meanwhile, only a parent who has paid for themself may still join. */
async function join(
  trx: Trx,
  {
    owner: { user },
    credentials,
    hashed,
    at,
  }: { owner: CredentialsOwner; credentials: Credentials; hashed: HashedSecurity | null; at: Date },
): Promise<void> {
  const accepted = await acceptInvite(trx, { userId: user.id, at });
  if (!accepted && user.status === 'INVITED') throw new InviteGone();
  if (hashed) await saveSecurity(trx, { userId: user.id, hashed, at });
  await addDaysBeforeJoining(trx, { userId: user.id, at });
  await enqueue(trx, { name: 'send-plan-joined', payload: { userId: user.id }, key: `plan-joined:${user.id}` });
  if (credentials.referral) await saveReferral(trx, { userId: user.id, referral: credentials.referral, at });
}
