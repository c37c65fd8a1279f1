import { sendAccessLink } from '../../identity/answer-recovery.ts';
import { tooMany } from '../../rate-limits/rate-limiter.ts';
import { personAction } from '../action.ts';

export const mailRecovery = personAction({
  offer: async (_db, { user }) =>
    (user.status === 'ACTIVE' || user.status === 'CREDENTIALS_NEEDED') && user.email !== ''
      ? [
          {
            subject: null,
            sentences: [
              ...(user.username === null
                ? ['They are emailed a link that sets username and password. It works for a day.']
                : [
                    'They are emailed a link that sets a new password. It works for half an hour.',
                    'Their current password still works.',
                  ]),
              // A professional's first link confirms an address.
              ...(user.username === null && user.role === 'PROFESSIONAL'
                ? []
                : [
                    'If a phone or a security question is on file, the link asks for a code by text or for the answer. Two-step verification serves too.',
                  ]),
              "It goes to the account's current address. You never see it.",
            ],
          },
        ]
      : [],
  limit: async ({ dependencies: { rateLimiter }, user, staff }) =>
    tooMany(await rateLimiter.maySend('password-link', { to: user.id, by: { owner: staff.subject } })),
  effect: (trx, { user, at, dependencies: { makeToken } }) => sendAccessLink({ trx, makeToken, at }, user),
});
