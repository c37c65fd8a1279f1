import * as z from 'zod/mini';
import { checkSecurityAnswer, uncontestedSecurity } from '../../identity/check-security-answer.ts';
import { personAction } from '../action.ts';
import { recordRead } from '../staff-reads.ts';
import { nothingSent } from './sentences.ts';

const verdicts = {
  RIGHT: 'Right: answer and code are theirs.',
  WRONG: 'Wrong: answer, code or both are not theirs.',
  NOT_SET: 'They have set neither.',
  TOO_MANY_TRIES: 'Three wrong tries in a day: no one can try again until tomorrow.',
};

/** Staff type what the caller says: they neither see the stored values nor learn which of the two is wrong. */
export const checkSecurity = personAction({
  inputs: z.strictObject({ answer: z.string(), code: z.string() }),
  offer: async (db, { user, at }) => {
    const chosen = user.status === 'CLOSED' ? null : await uncontestedSecurity(at)(db, user.id);
    if (chosen === null) return [];
    return [
      {
        subject: null,
        sentences: [
          `Ask them: ${chosen.securityQuestion}`,
          'Then ask for their 4-digit code, and enter what you hear.',
          'Three wrong tries block it for a day. Tries at having lost second factors removed count too.',
          nothingSent,
        ],
        inputs: [
          { kind: 'text', name: 'answer', label: 'Answer', most: 100, private: true },
          { kind: 'text', name: 'code', label: 'Code', most: 10, private: true },
        ],
      },
    ];
  },
  effect: async (trx, { user, inputs, staff, at, dependencies: { rateLimiter } }) => {
    const mayTry = async (account: string) =>
      (await rateLimiter.attempt('security-answer', { account })).retryAfterSeconds === null;
    const typed = { userId: user.id, securityAnswer: inputs.answer, securityCode: inputs.code };
    const verdict = await checkSecurityAnswer({ db: trx, mayTry, read: uncontestedSecurity(at) }, typed);
    if (verdict === 'RIGHT' || verdict === 'WRONG')
      await recordRead(trx, { staff, kind: `QUESTION_${verdict}`, userIds: [user.id], at });
    if (verdict === 'RIGHT') await rateLimiter.forgive('security-answer', 'account', user.id);
    return [{ label: 'Question and code', value: verdicts[verdict] }];
  },
});
