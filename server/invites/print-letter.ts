import type * as z from 'zod/mini';
import type { inviteLetter } from '#contract/api/invites/invite-codes.ts';
import { hasPaidPlan } from '../checkout/paid-term.ts';
import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { User } from '../identity/user-repository.ts';
import { lastDayBefore } from '../last-day.ts';
import type { TokenMaker } from '../secret.ts';
import { addressAt, type Sites } from '../sites.ts';
import { openInviteCode } from './invite-code.ts';
import { type Inviter, type Letter, lettersPdf } from './letter-pdf.ts';
import { liveInvite } from './waiting-invite.ts';

export type LetterDependencies = { db: Db; clock: Clock; makeToken: TokenMaker; sites: Sites };
type Params = {
  invited: User;
  inviterUserId: string;
  inviter: Inviter;
  /** Of the inviter: paper size and support phone are those of their country. */
  country: string | null;
};

/** A letter with the code of the current invite. Its file is rendered later, outside the transaction. */
export async function openLetter(
  trx: Trx,
  dependencies: LetterDependencies,
  { invited, inviterUserId, inviter, country }: Params,
): Promise<Letter> {
  const { clock, makeToken, sites } = dependencies;
  const invite = await liveInvite(trx, dependencies, { invited, inviterUserId });
  const code = await openInviteCode(trx, { makeToken, inviteId: invite.id, at: clock.now() });
  const paid = await hasPaidPlan(trx, invited.id);
  const address = addressAt(sites.of(invited), '/app/join/invite').href;
  const expiresOn = lastDayBefore(invite.expiresAt);
  const { firstName, language } = invited;
  return { firstName, inviter, paid, address, code, expiresOn, language, country: country ?? 'US' };
}

/** The letter with its file, which is named by the end of the id of whom it is for. */
export async function withFile(letter: Letter, userId: string): Promise<z.output<typeof inviteLetter>> {
  const { code, address, expiresOn } = letter;
  const pdfBase64 = (await lettersPdf([letter])).toString('base64');
  return { code, address, expiresOn, fileName: `evenkeel-invite-${userId.slice(-6)}.pdf`, pdfBase64 };
}
