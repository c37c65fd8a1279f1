import { normaliseEmail } from '#contract/fields/typed-text.ts';
import { days, minutes } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { TokenMaker } from '../secret.ts';
import { isTaken } from './duplicate-check.ts';
import { peopleByPhone, peopleByUsernameOrEmail } from './find-people.ts';
import { readReach, textable } from './reach.ts';
import {
  type RecoveryKind,
  type RecoveryParams,
  type RecoveryRequest,
  readRecoveryRequest,
  settleRequest,
} from './recovery-request.ts';
import { issueToken } from './single-use-token.ts';
import type { User } from './user-repository.ts';

export const passwordResetLifeMs = minutes(30);
/**
 * Counts a mail to a user against their rate limit, and returns whether it may be sent. `recipient` is the user,
 * however they were identified: by address, username, or other case.
 */
export type MayMail = (mail: 'password-link' | 'usernames', recipient: string) => Promise<boolean>;
type AnswerContext = { trx: Trx; request: RecoveryRequest; makeToken: TokenMaker; mayMail: MayMail; at: Date };
type RecoveryInput<Kind extends RecoveryKind> = Extract<RecoveryParams, { kind: Kind }>['typed'];

/** `decided`: two staff members have decided that the mailbox is the owner's: the link needs no other proof. */
type LinkContext = Pick<AnswerContext, 'trx' | 'makeToken' | 'at'> & { decided?: boolean };

/** Mails the access link: a user who paid and has no username yet sets both, everybody else a new password. */
export const sendAccessLink = (context: LinkContext, user: User): Promise<void> =>
  (user.username === null ? sendCredentialsLink : sendPasswordLink)(context, user);

/** A user who paid and has no username yet gets the link that sets both. */
async function sendCredentialsLink(context: LinkContext, user: User): Promise<void> {
  const { trx, makeToken, at, decided = false } = context;
  const { id } = await issueToken(trx, {
    purpose: 'CREDENTIALS',
    userId: user.id,
    lifeMs: days(1),
    at,
    makeToken,
    data: decided ? { decided } : {},
  });
  await enqueue(trx, { name: 'send-credentials-link', payload: { tokenId: id } });
}

async function sendPasswordLink({ trx, makeToken, at, decided = false }: LinkContext, user: User): Promise<void> {
  const { id } = await issueToken(trx, {
    purpose: 'PASSWORD_RESET',
    userId: user.id,
    lifeMs: passwordResetLifeMs,
    at,
    makeToken,
    data: decided ? { decided } : {},
  });
  await enqueue(trx, { name: 'send-password-reset', payload: { tokenId: id } });
}

/** Mails the usernames of an address to it, or the link that sets one. Returns the accounts. */
async function mailUsernames(context: AnswerContext, email: string): Promise<User[]> {
  const people = await peopleByUsernameOrEmail(context.trx, email);
  if (people[0] === undefined || !(await context.mayMail('usernames', normaliseEmail(people[0].email)))) return people;
  const named = people.filter(({ username }) => username !== null);
  if (named.length > 0)
    await enqueue(context.trx, {
      name: 'send-usernames',
      payload: { requestId: context.request.id, userIds: named.map(({ id }) => id) },
    });
  for (const user of people) if (user.username === null) await sendCredentialsLink(context, user);
  return people;
}

/** The action for the identified users, by kind of request. Returns the users. */
const answers: { [Kind in RecoveryKind]: (context: AnswerContext, typed: RecoveryInput<Kind>) => Promise<User[]> } = {
  PASSWORD: async (context, { usernameOrEmail }) => {
    const people = await peopleByUsernameOrEmail(context.trx, usernameOrEmail);
    for (const user of people) {
      if (!(await context.mayMail('password-link', user.id))) continue;
      await sendAccessLink(context, user);
    }
    return people;
  },
  USERNAME_BY_EMAIL: (context, { email }) => mailUsernames(context, email),
  // Handled by the sign-up before this is called.
  SIGN_UP: async () => [],
  ADDRESS: async (context, { email }) => {
    const { trx, request, at } = context;
    if (!(await isTaken(trx, { email, at }))) return [];
    if (await isTaken(trx, { email, isProven: true, at })) return mailUsernames(context, email);
    await enqueue(trx, { name: 'send-address-code', payload: { requestId: request.id } });
    return [];
  },
  USERNAME_BY_PHONE: async ({ trx, request }, phone) => {
    const sharing = await peopleByPhone(trx, phone);
    const people = textable(
      await Promise.all(sharing.map(async (user) => ({ account: user, reach: await readReach(trx, user.id) }))),
    );
    if (people.length > 0)
      await enqueue(trx, { name: 'send-recovery-text', payload: { requestId: request.id, text: 'CODE' } });
    return people;
  },
};

/** Looks up the users of a request, queues their messages and deletes the input: in one transaction, so once. */
export async function answerRecovery(
  { db, makeToken, mayMail }: { db: Db; makeToken: TokenMaker; mayMail: MayMail },
  { requestId, at }: { requestId: string; at: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const request = await readRecoveryRequest(trx, requestId);
    if (!request || request.typed === null) return;
    const answer = answers[request.kind] as (answering: AnswerContext, typed: unknown) => Promise<User[]>;
    const people = await answer({ trx, request, makeToken, mayMail, at }, request.typed);
    const userIds = people.map(({ id }) => id);
    await settleRequest(trx, { id: requestId, userIds, keepTyped: request.kind === 'ADDRESS' });
  });
}
