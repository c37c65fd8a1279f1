import type { Reach } from '#contract/account/reach.ts';
import { m } from '#messages/messages.js';
import type { Db } from '../../db/pool.ts';
import { readReach, sharedReach } from '../../identity/reach.ts';
import { readRecoveryRequest, recoveryCode } from '../../identity/recovery-request.ts';
import { readUser } from '../../identity/user-repository.ts';
import { usernameRecovery } from '../../mail-templates/templates/username-recovery.ts';
import type { Job } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { deliverText } from './deliver-text.ts';
import { links } from './links.ts';
import { abandonText } from './sent-texts.ts';

/** Mails the usernames of people who share an e-mail address, in one mail to it. */
export const sendUsernames: Job<{
  requestId: string;
  userIds: string[];
  /** The person requested a link to join, but has an account already. */
  hasAccount?: boolean;
}> = {
  run: async (dependencies, { requestId, userIds, hasAccount = false }) => {
    const { db } = dependencies;
    const people = (await Promise.all(userIds.map((id) => readUser(db, id)))).filter((user) => user !== null);
    const usernames = people.flatMap(({ username }) => (username === null ? [] : [username]));
    const [first] = people;
    if (!first || usernames.length === 0) return;
    const reach = await reachOfAll(db, people);
    await deliverMail(
      dependencies,
      { ...first, reach },
      {
        dedupeKey: `usernames.${requestId}`,
        template: usernameRecovery,
        props: { firstName: first.firstName, usernames, hasAccount, loginUrl: links(dependencies, first).login },
      },
    );
  },
};

const reachOfAll = async (db: Db, people: readonly { id: string }[]): Promise<Reach> =>
  sharedReach(await Promise.all(people.map(({ id }) => readReach(db, id))));

/**
 * Texts the code, and after it the username, to the phone on file. An expired one would be of no use and is given up.
 */
export const sendRecoveryText: Job<{ requestId: string; text: 'CODE' | 'USERNAME' }> = {
  run: async (dependencies, { requestId, text }) => {
    const { db, clock, makeToken } = dependencies;
    const key = { kind: text === 'CODE' ? 'recovery-code' : 'recovery-username', about: requestId } as const;
    const request = await readRecoveryRequest(db, requestId);
    const user = request && request.expiresAt > clock.now() ? await readUser(db, request.userIds[0] ?? '') : null;
    if (!request || !user) return abandonText(dependencies, key);
    const code = recoveryCode(makeToken, request.id);
    const username = user.username ?? '';
    await deliverText(dependencies, {
      reader: {
        ...user,
        reach: await reachOfAll(
          db,
          request.userIds.map((id) => ({ id })),
        ),
      },
      to: user,
      secret: text === 'CODE' ? code : username,
      body: (words, options) =>
        text === 'CODE'
          ? m.recovery_text_code({ ...words, code }, options)
          : m.recovery_text_username({ ...words, username }, options),
      locale: request.language,
      isAwaited: true,
      ...key,
    });
  },
};
