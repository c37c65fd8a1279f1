import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { readRecoveryRequest, recoveryCode, type RecoveryRequest } from '../identity/recovery-request.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import type { Language } from '../db/schema.ts';
import type { TokenMaker } from '../secret.ts';
import { deliverMail } from './deliver-mail.ts';
import { NotDelivered } from './failed-try.ts';
import type { Job } from './job.ts';
import { links } from './links.ts';

/** The usernames of people who share an e-mail address, in one mail to it. */
export const sendUsernames: Job<'send-usernames'> = {
  run: async (dependencies, { requestId, userIds, hasAccount = false }) => {
    const { db } = dependencies;
    const people = (await Promise.all(userIds.map((id) => readUser(db, id)))).filter((user) => user !== null);
    const usernames = people.flatMap(({ username }) => (username === null ? [] : [username]));
    const [first] = people;
    if (!first || usernames.length === 0) return;
    await deliverMail(dependencies, first, {
      dedupeKey: `usernames.${requestId}`,
      template: 'username-recovery',
      props: { firstName: first.firstName, usernames, hasAccount, loginUrl: links(dependencies).login },
    });
  },
};

type Texts = { request: RecoveryRequest; user: User; makeToken: TokenMaker; locale: Language };

const bodies: Record<'CODE' | 'USERNAME', (words: Texts) => string> = {
  CODE: ({ request, makeToken, locale }) =>
    m.recovery_text_code({ brand: brand.name, code: recoveryCode(makeToken, request.id) }, { locale }),
  USERNAME: ({ user, locale }) =>
    m.recovery_text_username({ brand: brand.name, username: user.username ?? '' }, { locale }),
};

/** E.164, without the leading zero that people type in front of a national number. */
export function e164({ phoneCountryCode, phoneNumber }: { phoneCountryCode: string; phoneNumber: string }): string {
  const parsed = parsePhoneNumberFromString(phoneNumber, { defaultCallingCode: phoneCountryCode.replace('+', '') });
  return parsed?.number ?? `${phoneCountryCode}${phoneNumber.replace(/^0+/, '')}`;
}

/**
 * The code, and after it the username, to the phone on file. Sent late it would be of no use: past its time it is
 * dropped.
 */
export const sendRecoveryText: Job<'send-recovery-text'> = {
  run: async ({ db, sms, clock, makeToken, log }, { requestId, text }) => {
    const request = await readRecoveryRequest(db, requestId);
    const user = request && request.expiresAt > clock.now() ? await readUser(db, request.userIds[0] ?? '') : null;
    if (!request || !user) return;
    const outcome = await sms.send({
      to: e164(user),
      body: bodies[text]({ request, user, makeToken, locale: request.language }),
    });
    if (outcome.outcome === 'retry')
      throw new NotDelivered({ by: 'TEXT', cause: outcome.cause, what: `The text of ${requestId}` });
    if (outcome.outcome === 'refused') log.error({ requestId, cause: outcome.cause }, 'text refused');
  },
};
