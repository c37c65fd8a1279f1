import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { textedCode } from '../account/texted-code.ts';
import type { Phone } from '../account/change-phone.ts';
import { readToken } from '../identity/single-use-token.ts';
import { readUser } from '../identity/user-repository.ts';
import { NotDelivered } from './failed-try.ts';
import type { Job, JobDependencies } from './job.ts';
import { e164 } from './send-username.ts';

/** Sent late it would be of no use: past its time it is dropped. */
async function sendCode(
  { db, sms, clock, makeToken, log }: JobDependencies,
  { tokenId, phoneOf }: { tokenId: string; phoneOf: (of: { asked: Phone; onFile: Phone }) => Phone },
): Promise<void> {
  const token = await readToken(db, tokenId);
  const user = token && (await readUser(db, token.userId));
  if (!token || !user || token.usedAt !== null || token.expiresAt <= clock.now()) return;
  const outcome = await sms.send({
    to: e164(phoneOf({ asked: token.data as Phone, onFile: user })),
    body: m.profile_text_code({ brand: brand.name, code: textedCode(makeToken, tokenId) }, { locale: user.language }),
  });
  if (outcome.outcome === 'retry')
    throw new NotDelivered({ by: 'TEXT', cause: outcome.cause, what: `The text of ${tokenId}` });
  if (outcome.outcome === 'refused') log.error({ tokenId, cause: outcome.cause }, 'text refused');
}

/** The code that proves a new phone, to that phone. */
export const sendPhoneCode: Job<'send-phone-code'> = {
  run: (dependencies, { tokenId }) => sendCode(dependencies, { tokenId, phoneOf: ({ asked }) => asked }),
};

/** The code that proves whose account gets another address, to the phone on file. */
export const sendEmailCode: Job<'send-email-code'> = {
  run: (dependencies, { tokenId }) => sendCode(dependencies, { tokenId, phoneOf: ({ onFile }) => onFile }),
};
