import { isSingleLine } from '#contract/fields/typed-text.ts';
import { normaliseUsername } from '#contract/sign-in/username.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { lockUnchangedPassword, savePassword, type UserWithHash, userByUsername } from './credentials-repository.ts';
import { provedNow } from './ownership/session-proofs.ts';
import { hashPassword, isOutdated } from './password.ts';
import { isPasswordOf } from './password-shapes.ts';
import { hasSecondFactor } from './second-factor/factors.ts';
import { openSecondStep } from './second-factor/second-step.ts';
import { openSessionInstead, type SignedIn, type SigningBrowser } from './session-repository.ts';
import { usernameMeant } from './sign-in-name.ts';

type Dependencies = { db: Db; clock: Clock };
export type Credentials = { username: string; password: string };

/**
 * The person with this username or e-mail and password. Unknown, closed and wrong get the same refusal, in the same
 * time.
 */
async function personOf(
  db: Db,
  { username, password }: Credentials,
): Promise<UserWithHash | Refusal<'SIGN_IN_FAILED'>> {
  // Without any form's rule: names accepted before it was tightened still sign in.
  const name = await usernameMeant(db, normaliseUsername(username));
  const user = await userByUsername(db, isSingleLine(name) ? name : '');
  const usable = user !== null && user.status === 'ACTIVE' && user.passwordHash !== null;
  const right = await isPasswordOf(db, usable ? user.passwordHash : null, password);
  return usable && right ? user : refuse('SIGN_IN_FAILED');
}

type Login = { credentials: Credentials; browser: SigningBrowser };
type Answer = SignedIn | Refusal<'SIGN_IN_FAILED' | 'SECOND_FACTOR_NEEDED'>;

/**
 * Signs a user in, always with a new session id, whatever the browser sent (SEC3); an earlier session of that browser
 * ends. With a second factor no session is opened yet: the response has a token for the second step.
 */
export async function signIn(dependencies: Dependencies, login: Login): Promise<Answer> {
  // Of logins at once the first may renew the hash: the others check the new one.
  return (
    (await signInUnlessChanged(dependencies, login)) ??
    (await signInUnlessChanged(dependencies, login)) ??
    refuse('SIGN_IN_FAILED')
  );
}

/** Null: the password's hash was replaced while it was checked. */
async function signInUnlessChanged(
  { db, clock }: Dependencies,
  { credentials, browser }: Login,
): Promise<Answer | null> {
  const person = await personOf(db, credentials);
  if ('refused' in person) return person;
  const { passwordHash, ...user } = person;
  const at = clock.now();
  const renewed = isOutdated(passwordHash ?? '') ? await hashPassword(credentials.password) : null;
  return db.transaction().execute(async (trx) => {
    if (!(await lockUnchangedPassword(trx, { id: user.id, passwordHash }))) return null;
    if (renewed !== null) await savePassword(trx, { userId: user.id, passwordHash: renewed, at });
    if (await hasSecondFactor(trx, user.id)) {
      const secondStepToken = await openSecondStep(trx, { userId: user.id, at });
      return refuse('SECOND_FACTOR_NEEDED', { extra: { secondStepToken } });
    }
    const proofs = provedNow(['PASSWORD'], at);
    return { user, session: await openSessionInstead(trx, { ...browser, userId: user.id, at, proofs }) };
  });
}
