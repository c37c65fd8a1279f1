import { deletionDays, keepAccountIn, requestDeletionIn } from '../../closing/close-account.ts';
import { openDeletion } from '../../closing/deletion-repository.ts';
import { refuse } from '../../refusal.ts';
import { personAction } from '../action.ts';

export const closeAccount = personAction({
  offer: async (db, { user }) => {
    if (user.status !== 'ACTIVE' && user.status !== 'CREDENTIALS_NEEDED') return [];
    if ((await openDeletion(db, user.id)) !== null) return [];
    return [
      {
        subject: null,
        sentences: [
          `The account closes in ${deletionDays} days. Their data is then deleted, except what tax law requires. Until then, they can cancel the closing themselves.`,
          'Do it only if they have asked for it themselves. It refunds nothing: refund first what they are to get.',
          'No renewal is charged to them before that day.',
          'They are emailed the day, and how to keep the account.',
        ],
      },
    ];
  },
  effect: async (trx, { user, at }) =>
    void (await requestDeletionIn(trx, { userId: user.id, device: 'Evenkeel', proofs: {}, cancelRenewals: true, at })),
});

export const keepAccount = personAction({
  offer: async (db, { user }) => {
    const open = await openDeletion(db, user.id);
    // For a merged account only the merge can be undone.
    return open === null || user.status === 'CLOSED'
      ? []
      : [
          {
            subject: open.id,
            sentences: [
              `The account is not closed on ${open.closesOn}.`,
              'They are emailed that the closing is canceled.',
            ],
          },
        ];
  },
  effect: async (trx, { user, at }) =>
    (await keepAccountIn(trx, { userId: user.id, device: 'Evenkeel', proofs: {}, at }))
      ? undefined
      : refuse('CONFLICT'),
});
