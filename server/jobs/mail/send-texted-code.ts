import { m } from '#messages/messages.js';
import type { Phone } from '../../account/change-phone.ts';
import { textedCode } from '../../account/texted-code.ts';
import { readToken } from '../../identity/single-use-token.ts';
import { readUser } from '../../identity/user-repository.ts';
import type { Job, JobDependencies } from '../job.ts';
import { deliverText } from './deliver-text.ts';
import { abandonText } from './sent-texts.ts';

type CodeText = {
  tokenId: string;
  about?: string;
  kind: 'phone-code' | 'email-code';
  phoneOf: (of: { requested: Phone; onFile: Phone }) => Phone;
};

/** Texts a code. An expired one would be of no use and is given up. */
async function sendCode(
  dependencies: JobDependencies,
  { tokenId, kind, phoneOf, about = tokenId }: CodeText,
): Promise<void> {
  const { db, clock, makeToken } = dependencies;
  const token = await readToken(db, tokenId);
  const user = token && (await readUser(db, token.userId));
  if (!token || !user || token.usedAt !== null || token.expiresAt <= clock.now())
    return abandonText(dependencies, { kind, about });
  const code = textedCode(makeToken, tokenId);
  await deliverText(dependencies, {
    reader: user,
    to: phoneOf({ requested: token.data as Phone, onFile: user }),
    secret: code,
    body: (words, options) => m.profile_text_code({ ...words, code }, options),
    locale: user.language,
    isAwaited: true,
    kind,
    about,
  });
}

/** Texts the code that verifies a new phone, to that phone. */
export const sendPhoneCode: Job<{ tokenId: string }> = {
  run: (dependencies, { tokenId }) =>
    sendCode(dependencies, { tokenId, kind: 'phone-code', phoneOf: ({ requested }) => requested }),
};

/** Texts the code that proves a change of e-mail address, or a new password by a mailed link, to the phone on file. */
export const sendEmailCode: Job<{
  tokenId: string;
  /** Id of the repeated request; the code is texted again for each. */
  again: string;
}> = {
  run: (dependencies, { tokenId, again }) =>
    sendCode(dependencies, {
      tokenId,
      about: `${tokenId}.${again}`,
      kind: 'email-code',
      phoneOf: ({ onFile }) => onFile,
    }),
};
