import type { exchangeInviteCode as exchangeRoute } from '#contract/api/invites/invite-codes.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import {
  formatInviteCode,
  inviteCodeAlphabet,
  inviteCodeLength,
  normaliseInviteCode,
} from '#contract/invites/invite-code.ts';
import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';
import { inviteSecret } from '../identity/invite-repository.ts';
import { whoseAccount } from '../identity/whose-account.ts';
import { type Refusal, refuseFields } from '../refusal.ts';
import { charactersOf, type TokenMaker } from '../secret.ts';

/** The code in an invite's letter: derived, so that a letter printed twice shows the same one and none is stored. */
export function inviteCodeOf(makeToken: TokenMaker, inviteId: string): string {
  return formatInviteCode(
    charactersOf(makeToken('INVITE_CODE', inviteId), { alphabet: inviteCodeAlphabet, length: inviteCodeLength }),
  );
}

/** Keyed: fifty bits behind a plain hash could be found by trying. */
function hashInviteCode(makeToken: TokenMaker, normalised: string): Buffer {
  return Buffer.from(makeToken('INVITE_CODE_HASH', normalised), 'base64url');
}

/** Makes an invite's code valid for as long as the invite is. */
export async function openInviteCode(
  trx: Trx,
  { makeToken, inviteId, at }: { makeToken: TokenMaker; inviteId: string; at: Date },
): Promise<string> {
  const code = inviteCodeOf(makeToken, inviteId);
  const codeHash = hashInviteCode(makeToken, normaliseInviteCode(code) ?? '');
  await trx
    .insertInto('inviteCodes')
    .values({ inviteId, codeHash, createdAt: at })
    .onConflict((on) => on.column('inviteId').doNothing())
    .execute();
  return code;
}

/**
 * The access by a letter's code, until its reader has begun. Unknown, revoked, replaced, used and expired get the same
 * response.
 */
export async function exchangeInviteCode(
  { db, clock, makeToken }: { db: Db; clock: Clock; makeToken: TokenMaker },
  typed: string,
): Promise<AnswerOf<typeof exchangeRoute> | Refusal<'VALIDATION'>> {
  const normalised = normaliseInviteCode(typed);
  const invite =
    normalised === null
      ? null
      : await db
          .selectFrom('inviteCodes')
          .innerJoin('invites', 'invites.id', 'inviteCodes.inviteId')
          .innerJoin('users', 'users.id', 'invites.userId')
          .select(['invites.id', 'invites.userId'])
          .where('inviteCodes.codeHash', '=', hashInviteCode(makeToken, normalised))
          .where(whoseAccount, '=', 'KEPT')
          .where('invites.state', 'in', ['SENT', 'OPENED'])
          .where('invites.expiresAt', '>', clock.now())
          .executeTakeFirst();
  if (!invite) return refuseFields({ field: 'code', code: 'invite_code' });
  return { inviteToken: inviteSecret(makeToken, invite.id), userId: invite.userId };
}
