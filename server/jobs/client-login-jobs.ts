import type { Job } from './job.ts';

/** An app that does not answer is told again, with growing pauses; one that is gone is not. */
export const sendClientLogout: Job<'send-client-logout'> = {
  run: async ({ clientLogins }, logout) => clientLogins?.sendLogout(logout),
};

/** Keys of ID tokens: new ones come, old ones go. */
export const renewSigningKeys: Job<'renew-signing-keys'> = {
  run: async ({ clientLogins, log }) => {
    const changed = await clientLogins?.renewKeys();
    if (changed && changed.added + changed.removed + changed.resealed + changed.unopened > 0)
      log.info(changed, 'signing keys renewed');
  },
};
