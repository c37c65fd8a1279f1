import { minutes } from '../clock.ts';
import type { TokenMaker } from '../secret.ts';
import type { Counter } from './counter.ts';

/**
 * How many mails and texts are sent: counted separately by cause and by recipient. All times are minutes.
 *
 * `each`: what one cause may send to one recipient. `any`: what it may send to all. Both refuse only the cause itself.
 * `all`: what everybody together may send to one recipient. It refuses nobody: once it is used up a message is left
 * out, and its call gets the usual response, so that no stranger learns of others or blocks anybody. The first message
 * of each cause is sent all the same.
 */
type Quota = { most: number; within: number };
/**
 * `counts`: the group that shares a count. `holdsFirst`: even the first message of a cause counts, if causes can be
 * created anew; excess messages are sent later, so that nobody is blocked for good.
 */
export type MessageLimit = {
  each: Quota;
  any?: readonly Quota[];
  all: Quota & { counts?: string; holdsFirst?: true };
};

const hour = 60;
const day = 24 * hour;
const invites = { most: 8, within: day, counts: 'invites' };

export const messageLimits = {
  // The link is valid for as long as its request is counted: whoever is left out has a valid one.
  'password-link': { each: { most: 3, within: 30 }, all: { most: 3, within: 30 } },
  usernames: { each: { most: 3, within: 30 }, all: { most: 3, within: 30 } },
  // Links to a sign-up, valid for a day. Somebody who only types an address uses up nothing of the key's holder.
  'resume-link': { each: { most: 4, within: day }, all: { most: 4, within: day } },
  'own-resume-link': { each: { most: 4, within: day }, all: { most: 8, within: day } },
  // Links that confirm a typed address.
  'email-change': { each: { most: 5, within: day }, all: { most: 10, within: day } },
  // Links to a second address for invoices, which need not be known to whoever names it.
  'invoice-address': {
    each: { most: 3, within: day },
    any: [
      { most: 6, within: day },
      { most: 15, within: 30 * day },
    ],
    all: { most: 5, within: day },
  },
  // Codes to an address that an account has not proved.
  'address-code': { each: { most: 4, within: hour }, all: { most: 8, within: hour } },
  // Codes of a claim: one to any typed address, the others to what the account had before the dispute.
  'ownership-code': { each: { most: 4, within: hour }, all: { most: 12, within: hour } },
  registration: { each: { most: 5, within: day }, all: { most: 15, within: day } },
  // A parent mails one co-parent, a professional many.
  'invite-by-parent': {
    each: { most: 4, within: day },
    any: [
      { most: 10, within: day },
      { most: 24, within: 30 * day },
    ],
    all: invites,
  },
  invite: { each: { most: 4, within: day }, all: invites },
  // A link left in a mailbox that is not the parent's.
  'invite-again': { each: { most: 3, within: day }, all: invites },
  // Invites as they are sent, whatever caused them: by both mailboxes, which refunding and reopening an account does
  // not change.
  'invite-mail': { each: { most: 4, within: day }, all: { most: 8, within: 3 * day, holdsFirst: true } },
  // Codes by text. An account's codes go to a phone that it enters or had: it need not be its owner's.
  'recovery-code': { each: { most: 4, within: hour }, all: { most: 12, within: hour } },
  'account-code': {
    each: { most: 4, within: hour },
    any: [
      { most: 8, within: hour },
      { most: 15, within: day },
    ],
    all: { most: 12, within: hour },
  },
  // Codes that a mailed link asks for, counted by the link: of what a reader of the mailbox causes, nothing counts
  // against the account's own codes, and each new link has a first one.
  'link-code': { each: { most: 3, within: hour }, all: { most: 6, within: hour } },
} as const satisfies Record<string, MessageLimit>;

export type LimitedMessage = keyof typeof messageLimits;
/**
 * The cause of a message. `owner`: has proved that the recipient is theirs, or looks after them: no stranger's messages
 * count against them. `account`: what a call has proved to come from (account, sign-up, invite, device). `via`: the
 * network it comes from, for causes that one person can create at will: only the first of a network is sent in any
 * case. `network`: of a call that proves nothing. `anybody`: unknown; counted by the recipient only.
 */
export type Cause = { owner: string } | { account: string; via?: string } | { network: string } | 'anybody';
/** `retryAfterSeconds`: when to retry, if the cause itself has exceeded its limit; null otherwise. */
export type Sending = { send: boolean; retryAfterSeconds: number | null };
/** `once`: for a message that is retried: it is counted once, until it may not be sent. */
export type MaySend = (message: LimitedMessage, sending: { to: string; by: Cause; once?: string }) => Promise<Sending>;

type Options = {
  counter: Counter;
  makeToken: TokenMaker;
  factor: number;
  limits?: Readonly<Record<LimitedMessage, MessageLimit>>;
};

/** Counts a message before it is queued, and returns whether it may be sent. Call it outside a transaction. */
export function messageLimiter({ counter, makeToken, factor, limits = messageLimits }: Options): MaySend {
  const keyOf = (name: string, subject: string) => `${name}:${makeToken('RATE_LIMIT', subject)}`;
  const count = async (name: string, subject: string, { most, within }: Quota) => {
    const counted = await counter.add({ key: keyOf(name, subject), points: 1, expire: Date.now() + minutes(within) });
    return { isFirst: counted.points === 1, wait: counted.points > most * factor ? counted.expire - Date.now() : null };
  };
  const decide = async (message: LimitedMessage, { to, by }: { to: string; by: Cause }): Promise<Sending> => {
    const { each, any = [], all } = limits[message];
    let isFirst = false;
    if (by !== 'anybody') {
      const [[kind, id] = []] = Object.entries(by);
      const via = 'via' in by ? by.via : undefined;
      const counted = await Promise.all([
        count(`${message}:each:${kind}`, `${id} ${to}`, each),
        ...any.map((quota) => count(`${message}:any:${kind}:${quota.within}`, `${id}`, quota)),
      ]);
      const waits = counted.flatMap(({ wait }) => (wait === null ? [] : [wait]));
      if (waits.length > 0)
        return { send: false, retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waits) / 1000)) };
      if (kind === 'owner') return { send: true, retryAfterSeconds: null };
      const first = via === undefined ? counted[0] : await count(`${message}:first`, `${via} ${to}`, all);
      isFirst = first.isFirst;
    }
    const { wait } = await count(`${all.counts ?? message}:all`, to, all);
    return { send: (isFirst && !all.holdsFirst) || wait === null, retryAfterSeconds: null };
  };
  return async (message, { once, ...sending }) => {
    if (once === undefined) return decide(message, sending);
    const name = `${message}:once`;
    const counted = await count(name, once, { most: 1, within: limits[message].all.within });
    if (!counted.isFirst) return { send: true, retryAfterSeconds: null };
    const decided = await decide(message, sending);
    if (!decided.send) await counter.clear(keyOf(name, once));
    return decided;
  };
}
