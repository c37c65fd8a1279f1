import { closeSessions } from '../../identity/session-repository.ts';
import { hasJoined } from '../../identity/user-repository.ts';
import { personAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

export const endSessions = personAction({
  offer: async (_db, { user }) =>
    hasJoined(user.status) && user.status !== 'CLOSED'
      ? [
          {
            subject: null,
            sentences: [
              'Whoever is logged in to this account is logged out within a minute, on every device.',
              'Their calendar link stops working.',
              nothingSent,
            ],
          },
        ]
      : [],
  effect: async (trx, { user }) => closeSessions(trx, { userId: user.id }),
});
