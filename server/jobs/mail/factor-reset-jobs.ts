import { m } from '#messages/messages.js';
import { resealEventSecrets } from '../../events/event-endpoints.ts';
import { deviceNames } from '../../identity/device.ts';
import {
  completeFactorReset,
  type FactorReset,
  readReset,
  stopSecret,
} from '../../identity/second-factor/factor-reset.ts';
import { resealApps } from '../../identity/second-factor/reseal-apps.ts';
import { readUser, type User } from '../../identity/user-repository.ts';
import { factorReset } from '../../mail-templates/templates/factor-reset.ts';
import type { Resealed } from '../../sealed-secret.ts';
import type { Job, JobDependencies } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { deliverText } from './deliver-text.ts';
import { links } from './links.ts';
import { abandonText } from './sent-texts.ts';

/** A pending reset, with its user; null if nobody needs to be notified any more. */
async function waiting({ db }: JobDependencies, resetId: string): Promise<{ reset: FactorReset; user: User } | null> {
  const reset = await readReset(db, resetId);
  const user = reset && !reset.stoppedAt && !reset.doneAt ? await readUser(db, reset.userId) : null;
  return reset && user ? { reset, user } : null;
}

const stopUrl = (dependencies: JobDependencies, { reset: { id }, user }: { reset: FactorReset; user: User }) =>
  links(dependencies, user).stopFactorReset(stopSecret(dependencies.makeToken, id));

/** Mails that all second factors are about to be removed, and how to stop it. */
export const sendFactorResetMail: Job<{ resetId: string }> = {
  run: async (dependencies, { resetId }) => {
    const found = await waiting(dependencies, resetId);
    if (!found) return;
    const { reset, user } = found;
    await deliverMail(dependencies, user, {
      dedupeKey: `factor-reset.${reset.id}`,
      template: factorReset,
      props: {
        firstName: user.firstName,
        dueAt: reset.dueAt.toISOString(),
        timeZone: user.timeZone ?? 'UTC',
        ...deviceNames(reset.device),
        stopUrl: stopUrl(dependencies, found),
        myAccountUrl: links(dependencies, user).myAccount,
      },
    });
  },
};

/** Texts the same to the phone, because an attacker may have the mailbox. */
export const sendFactorResetText: Job<{ resetId: string }> = {
  run: async (dependencies, { resetId }) => {
    const found = await waiting(dependencies, resetId);
    const key = { kind: 'factor-reset', about: resetId } as const;
    if (!found) return abandonText(dependencies, key);
    const { user } = found;
    const url = stopUrl(dependencies, found);
    await deliverText(dependencies, {
      reader: user,
      to: user,
      secret: url,
      body: (words, options) => m.factor_reset_text({ ...words, url }, options),
      locale: user.language,
      isAwaited: false,
      ...key,
    });
  },
};

/** Removes the second factors at the end of the waiting period. */
export const completeFactorResetJob: Job<{ resetId: string }> = {
  run: (dependencies, { resetId }) => completeFactorReset(dependencies, resetId),
};

/** Everything sealed with `SECOND_FACTOR_KEYS`. The signing keys exist only if this process has client apps. */
const resealEach: Record<string, (dependencies: JobDependencies) => Promise<Resealed | undefined>> = {
  totp_factors: resealApps,
  event_secrets: resealEventSecrets,
  oidc_signing_keys: async ({ clientLogins }) => clientLogins?.renewKeys(),
};

/** After a change of `SECOND_FACTOR_KEYS`. Secrets with a missing key are counted for the operator, without names. */
export const resealAppSecrets: Job = {
  run: async (dependencies) => {
    const { log } = dependencies;
    for (const [table, reseal] of Object.entries(resealEach)) {
      const { resealed = 0, unopened = 0 } = (await reseal(dependencies)) ?? {};
      if (resealed > 0) log.info({ table, resealed }, 'secrets re-encrypted with the current key');
      if (unopened > 0) log.error({ table, unopened }, 'secrets not re-encrypted: SECOND_FACTOR_KEYS lacks their key');
    }
  },
};
