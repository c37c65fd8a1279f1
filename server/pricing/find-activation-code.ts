import type { DbOrTrx } from '../db/pool.ts';
import { hashActivationCode, normaliseActivationCode } from './activation-code.ts';
import { type ActivationCode, codeColumns, mostCents } from './activation-code-repository.ts';
import type { CodeUser } from './code-user.ts';

export type CodeVerdict =
  | { ok: true; code: ActivationCode }
  | { ok: false; reason: 'activation_code' | 'code_expired' | 'code_used_up' };

type Holder = Pick<ActivationCode, 'holderId' | 'holderHash'>;

/** Whether a code may be used by everybody, or is this person's: by sign-up, account or mailbox. */
const isFor = ({ holderId, holderHash }: Holder, user: CodeUser | null): boolean =>
  holderId === null ||
  (user !== null && (user.ids.includes(holderId) || (holderHash?.equals(user.mailboxHash) ?? false)));

/** A typed code, looked up by its hash. Somebody else's gets the same response as an unknown one. */
export async function findActivationCode(
  db: DbOrTrx,
  { typed, user, at }: { typed: string; user: CodeUser | null; at: Date },
): Promise<CodeVerdict> {
  const normalised = normaliseActivationCode(typed);
  if (normalised === null) return { ok: false, reason: 'activation_code' };
  const code = await db
    .selectFrom('activationCodes')
    .select(codeColumns)
    .select(mostCents)
    .where('codeHash', '=', hashActivationCode(normalised))
    .executeTakeFirst();
  if (!code || code.revokedAt || !isFor(code, user)) return { ok: false, reason: 'activation_code' };
  if (code.expiresAt && code.expiresAt <= at) return { ok: false, reason: 'code_expired' };
  return code.remainingCents === 0 ? { ok: false, reason: 'code_used_up' } : { ok: true, code };
}
