import { activityText, isActivityKind } from '#contract/account/activity.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { firstContestable } from '../identity/ownership/decide-claim.ts';
import { readHistory } from '../identity/ownership/history.ts';
import type { ClaimForStaff } from '../ownership/decide-by-staff.ts';
import { codeWords } from './code-words.ts';
import { instantText } from './duplicates.ts';

const listed = (kinds: readonly { kind: string }[]) =>
  kinds.length === 0 ? 'no proof' : [...new Set(kinds.map(({ kind }) => codeWords(kind)))].join(', ');

/** What each claimant has proved, by kind and time: no address, phone, question or answer. */
export async function claimSentences(db: DbOrTrx, { claim, contest }: ClaimForStaff): Promise<string[]> {
  const begun = await db
    .selectFrom('ownershipClaims')
    .select('createdAt')
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow();
  const changes = await db
    .selectFrom('accountActivity')
    .select(['kind', 'at', 'device', 'proofs'])
    .where('id', 'in', contest ? contest.undone : [claim.id])
    .orderBy('at')
    .execute();
  return [
    `The claimant began on ${instantText(begun.createdAt)} (${claim.device}) and proved: ${listed(claim.evidence)}.`,
    ...changes.map(({ kind, at, device, proofs }) => {
      const what = isActivityKind(kind) ? activityText(kind, 'en') : codeWords(kind);
      return `In dispute: ${what}, on ${instantText(at)} (${device}), with ${listed(proofs ?? [])}.`;
    }),
  ];
}

/** Papers count in the name before a dispute: whoever took the account over may have changed it. */
export async function formerName(db: DbOrTrx, of: { userId: string; at: Date }): Promise<string[]> {
  const changed = firstContestable(await readHistory(db, of), 'NAME');
  if (!changed || changed.undoneAt !== null) return [];
  const { first_name: first, last_name: last } = changed.before as Record<string, string>;
  return [`The name was changed on ${instantText(changed.at)}, and was ${first} ${last} before.`];
}
