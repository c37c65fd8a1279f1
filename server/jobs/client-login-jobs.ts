import type { Job } from './job.ts';

/** Notifies an app of a logout, again with growing pauses if it does not respond. A removed app is skipped. */
export const sendClientLogout: Job<{
  clientId: string;
  userId: string;
  sid: string;
  /** The issuer's, as stored by the provider. */
  siteCountry?: string | null;
}> = {
  run: async ({ clientLogins }, logout) => clientLogins?.sendLogout(logout),
};

/** Rotates the keys that sign ID tokens. */
export const renewSigningKeys: Job = {
  run: async ({ clientLogins, log }) => {
    const changed = await clientLogins?.renewKeys();
    if (changed && changed.added + changed.removed + changed.resealed + changed.unopened > 0)
      log.info(changed, 'signing keys renewed');
  },
};
