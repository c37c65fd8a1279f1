import { minutes } from '../clock.ts';
import type { TokenMaker } from '../secret.ts';
import type { Counter } from './counter.ts';

/**
 * How many mails and texts leave: by who causes them and by who gets them, counted separately. All times are minutes.
 *
 * `each`: what one cause may send to one recipient. `any`: what it may send to all. Both refuse only the cause itself.
 * `all`: what everybody together may send to one recipient. It refuses nobody: once it is used up a message is left
 * out, and its call answered as ever, so that no stranger learns of others or keeps anybody from anything. The first
 * message of each cause leaves all the same.
 */
type Quota = { most: number; within: number };
/**
 * `counts`: what is counted together. `holdsFirst`: also the first message of a cause counts, where a cause can be made
 * anew; what is over the limit is sent later, so that it keeps nobody from anything for good.
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
  // The link is valid for as long as its request is counted: whoever is left out has one that works.
  'password-link': { each: { most: 3, within: 30 }, all: { most: 3, within: 30 } },
  usernames: { each: { most: 3, within: 30 }, all: { most: 3, within: 30 } },
  // Links into a sign-up, valid for a day. Whoever only types an address uses up nothing of who has the key.
  'resume-link': { each: { most: 4, within: day }, all: { most: 4, within: day } },
  'own-resume-link': { each: { most: 4, within: day }, all: { most: 8, within: day } },
  // Links that confirm a typed address.
  'email-change': { each: { most: 5, within: day }, all: { most: 10, within: day } },
  // Codes to an address that an account has not proved.
  'address-code': { each: { most: 4, within: hour }, all: { most: 8, within: hour } },
  // Codes of a claim: one to whatever is typed, the others to what the account had before what is in dispute.
  'ownership-code': { each: { most: 4, within: hour }, all: { most: 12, within: hour } },
  registration: { each: { most: 5, within: day }, all: { most: 15, within: day } },
  // A parent writes to one co-parent, a professional to many.
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
  // Invites as they leave, whatever had them sent: by the mailboxes of both, which an account that is refunded and
  // opened anew does not change.
  'invite-mail': { each: { most: 4, within: day }, all: { most: 8, within: 3 * day, holdsFirst: true } },
  // Codes by text. Those of an account go to a phone that it names, or that it has named: it need not be its owner's.
  'recovery-code': { each: { most: 4, within: hour }, all: { most: 12, within: hour } },
  'account-code': {
    each: { most: 4, within: hour },
    any: [
      { most: 8, within: hour },
      { most: 15, within: day },
    ],
    all: { most: 12, within: hour },
  },
} as const satisfies Record<string, MessageLimit>;

export type LimitedMessage = keyof typeof messageLimits;
/**
 * Who caused a message. `owner`: whoever has proved that the recipient is theirs, or looks after them: no stranger's
 * messages count against them. `account`: what a call has proved to come from (account, sign-up, invite, device).
 * `via`: the network it comes from, where one person has as many as they like: only the first of a network leaves all
 * the same. `network`: of a call that proves nothing. `anybody`: not known; counted by the recipient alone.
 */
export type Cause = { owner: string } | { account: string; via?: string } | { network: string } | 'anybody';
/** `retryAfterSeconds`: when to retry, if the cause itself has used up what it may send; null otherwise. */
export type Sending = { send: boolean; retryAfterSeconds: number | null };
/** `once`: of a message that is tried again: it is counted once, until it may not leave. */
export type MaySend = (message: LimitedMessage, sending: { to: string; by: Cause; once?: string }) => Promise<Sending>;

type Options = {
  counter: Counter;
  makeToken: TokenMaker;
  factor: number;
  limits?: Readonly<Record<LimitedMessage, MessageLimit>>;
};

/** Counts a message before it is queued, and says whether it leaves. Call it outside a transaction. */
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
