import { sendAccessLink } from '../../identity/answer-recovery.ts';
import { refuse } from '../../refusal.ts';
import { personAction } from '../action.ts';

export const mailRecovery = personAction({
  offer: async (_db, { user }) =>
    (user.status === 'ACTIVE' || user.status === 'CREDENTIALS_NEEDED') && user.email !== ''
      ? [
          {
            subject: null,
            sentences: [
              user.username === null
                ? 'They are mailed a link that sets username and password, good for a day.'
                : 'They are mailed a link that sets a new password, good for half an hour. The password they have works on.',
              'It goes to the address the account has now. You never see it.',
            ],
          },
        ]
      : [],
  // Counted together with the links requested on the site, by the user or by strangers.
  limit: async ({ dependencies: { rateLimiter }, user }) => {
    const { retryAfterSeconds } = await rateLimiter.attempt('mail-password-link', { account: user.id });
    return retryAfterSeconds === null ? null : refuse('TOO_MANY_REQUESTS', { extra: { retryAfterSeconds } });
  },
  effect: (trx, { user, at, dependencies: { makeToken } }) => sendAccessLink({ trx, makeToken, at }, user),
});
