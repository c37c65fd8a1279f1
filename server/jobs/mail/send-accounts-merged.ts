import { undoUntil } from '../../account/account-merge-repository.ts';
import { readUser } from '../../identity/user-repository.ts';
import { accountsMerged } from '../../mail-templates/templates/accounts-merged.ts';
import type { Job } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';

/** Tells the owner of two accounts, at one of their addresses, that they were merged, or that the merge was undone. */
export const sendAccountsMerged: Job<{
  mergeId: string;
  /** The account whose address receives the mail. */
  to: 'kept' | 'ended';
  undone: boolean;
}> = {
  run: async (dependencies, { mergeId, to, undone }) => {
    const merge = await dependencies.db
      .selectFrom('accountMerges')
      .select(['keptUserId', 'endedUserId', 'mergedAt'])
      .where('id', '=', mergeId)
      .executeTakeFirst();
    const reader = merge && (await readUser(dependencies.db, to === 'kept' ? merge.keptUserId : merge.endedUserId));
    if (!reader) return;
    await deliverMail(dependencies, reader, {
      dedupeKey: `accounts-merged.${mergeId}.${to}.${undone}`,
      template: accountsMerged,
      props: {
        firstName: reader.firstName,
        to,
        undoUntil: undone ? null : { at: undoUntil(merge).toISOString(), timeZone: reader.timeZone ?? 'UTC' },
        loginUrl: links(dependencies, reader).login,
      },
    });
  },
};
