/**
 * How often an action may be attempted, and by whom. All times are minutes. `pause`: how long attempts are refused once
 * the limit is reached, from the first one over it; 0: until the counted time is over. `counts: 'failures'` returns an
 * attempt that did not fail. `'declines'` counts a decline once it is known: of several submissions for one payment
 * only one is charged, and all must get its result.
 *
 * A limit counts what the caller is, never whom the caller names. Messages are limited in `messages.ts`. `address`: the
 * network address (an IPv6 /64 counts as one). `network`: an IPv6 /56; follows from `address`, see `networkShare`.
 * Proved by the guard of the route: `account`; `session`, one of its sign-ins; `registration`, a sign-up or an invited
 * parent. `device`: a browser that has signed in to this very account before, which is counted separately.
 */
type CallerKind = 'address' | 'network' | 'account' | 'session' | 'registration' | 'device';
/**
 * Secrets that can be guessed from many networks at once, which only a count of all guesses stops: a password, by the
 * `name` it is tried with; codes that identify nobody, counted for `everybody`. Counted only if the caller's own limits
 * allow the attempt. Both leave the owner another way in: a known device, a mailed link.
 */
export const guessedSecrets = ['name', 'everybody'] as const;
export type LimitedBy = CallerKind | (typeof guessedSecrets)[number];
export type Limit = {
  by: LimitedBy;
  attempts: number;
  within: number;
  pause: number;
  counts?: 'failures' | 'declines';
  /** Counted by each process separately: for calls that cost less than counting them in the database. */
  countedBy?: 'process';
};

/** The limit of a /56, relative to that of each of its /64: above one household's, far below 256 times as much. */
export const networkShare = 1.5;

export const limits = {
  // Read-only calls. A page makes ten; sixty people may share the address of one court.
  read: [{ by: 'address', attempts: 600, within: 1, pause: 1, countedBy: 'process' }],
  'change-account': [
    { by: 'account', attempts: 120, within: 10, pause: 10 },
    { by: 'address', attempts: 600, within: 10, pause: 10 },
  ],
  // Files are generated for each call.
  download: [
    { by: 'account', attempts: 60, within: 10, pause: 10 },
    { by: 'address', attempts: 120, within: 10, pause: 10 },
  ],
  // Each call sends a mail with an attachment, to an address that need not be the account's owner's.
  'mail-receipt': [{ by: 'account', attempts: 10, within: 24 * 60, pause: 0 }],
  'change-registration': [{ by: 'address', attempts: 240, within: 10, pause: 10 }],
  'use-invite': [{ by: 'address', attempts: 240, within: 10, pause: 10 }],
  // Each call sends an invite.
  'add-co-parent-email': [
    { by: 'account', attempts: 10, within: 60, pause: 60 },
    { by: 'address', attempts: 60, within: 60, pause: 60 },
  ],
  // Each call queries the gateway.
  'ask-client-token': [{ by: 'address', attempts: 240, within: 10, pause: 10 }],
  // Counts events, not calls, because each is a row. A whole sign-up has forty.
  'report-events': [{ by: 'address', attempts: 1_000, within: 10, pause: 10 }],
  'report-policy': [{ by: 'address', attempts: 20, within: 10, pause: 10, countedBy: 'process' }],
  // The gateway reports from a few addresses, and repeats refused reports.
  'report-payment-events': [{ by: 'address', attempts: 600, within: 1, pause: 1, countedBy: 'process' }],
  'report-mail-events': [{ by: 'address', attempts: 600, within: 1, pause: 1, countedBy: 'process' }],
  'report-text-events': [{ by: 'address', attempts: 600, within: 1, pause: 1, countedBy: 'process' }],
  // Ten failures mean a forgotten password; fifty from one address, one password tried on many names. Username and
  // e-mail of an account are counted separately, because a common count would reveal that they belong together.
  'sign-in': [
    { by: 'name', attempts: 10, within: 15, pause: 15 },
    { by: 'device', attempts: 10, within: 15, pause: 15 },
    { by: 'address', attempts: 50, within: 15, pause: 15, counts: 'failures' },
  ],
  // Second-factor codes, tried with the correct password. Three of a million are valid at a time, so twenty a day
  // succeed with a chance of one in sixteen thousand; a correct one resets the count. A known device counts separately.
  'second-factor': [
    { by: 'account', attempts: 20, within: 24 * 60, pause: 24 * 60 },
    { by: 'device', attempts: 20, within: 24 * 60, pause: 24 * 60 },
    { by: 'address', attempts: 120, within: 60, pause: 60 },
  ],
  // The same with a mailed password link.
  'link-factor': [{ by: 'account', attempts: 20, within: 24 * 60, pause: 24 * 60 }],
  'ask-factor-reset': [
    { by: 'account', attempts: 10, within: 24 * 60, pause: 0 },
    { by: 'address', attempts: 60, within: 60, pause: 60 },
  ],
  // A correct answer resets the count. Staff on the phone and the removal of factors share it.
  'security-answer': [{ by: 'account', attempts: 3, within: 24 * 60, pause: 24 * 60 }],
  // The same with a mailed password link: whoever shares the mailbox uses up none of those.
  'link-answer': [{ by: 'account', attempts: 3, within: 24 * 60, pause: 24 * 60 }],
  // Every login page requests one.
  'ask-passkey-challenge': [{ by: 'address', attempts: 240, within: 10, pause: 10 }],
  'use-passkey': [{ by: 'address', attempts: 60, within: 15, pause: 15 }],
  'ask-recovery': [{ by: 'address', attempts: 20, within: 60, pause: 60 }],
  'ask-code': [{ by: 'address', attempts: 40, within: 60, pause: 60 }],
  'ask-ownership-code': [{ by: 'address', attempts: 20, within: 60, pause: 60 }],
  // Guesses at a password, an answer or a code, counted for each account and first proof: whoever shares the mailbox
  // uses up no tries of whoever has the phone.
  'prove-ownership': [{ by: 'account', attempts: 15, within: 24 * 60, pause: 24 * 60 }],
  // Each code allows five tries; this limits the tries of all codes that one address may request.
  'check-code': [{ by: 'address', attempts: 200, within: 60, pause: 60 }],
  'use-token': [{ by: 'address', attempts: 60, within: 15, pause: 15 }],
  // Guesses at a signed-in user's password: a screen left unlocked uses up only its own session's.
  'change-password': [{ by: 'session', attempts: 10, within: 15, pause: 15 }],
  'change-email': [
    { by: 'account', attempts: 5, within: 60, pause: 60 },
    { by: 'address', attempts: 20, within: 60, pause: 60 },
  ],
  'check-username': [{ by: 'address', attempts: 120, within: 10, pause: 10 }],
  'read-discount-offer': [{ by: 'address', attempts: 120, within: 10, pause: 10 }],
  'start-registration': [{ by: 'address', attempts: 60, within: 60, pause: 60 }],
  // Each call reveals whether an address or a phone is known here. A sign-up makes four, ten with mistakes.
  'ask-who-is-known': [
    { by: 'registration', attempts: 40, within: 60, pause: 60 },
    { by: 'address', attempts: 240, within: 60, pause: 60 },
  ],
  // Prices are requested on every change; only calls that contain a code count.
  'try-codes': [
    { by: 'registration', attempts: 40, within: 10, pause: 10 },
    { by: 'account', attempts: 40, within: 10, pause: 10 },
    { by: 'address', attempts: 120, within: 10, pause: 10 },
  ],
  pay: [
    { by: 'registration', attempts: 60, within: 10, pause: 10 },
    { by: 'account', attempts: 60, within: 10, pause: 10 },
    { by: 'address', attempts: 120, within: 10, pause: 10 },
  ],
  // Stolen card numbers are tested on forms like ours.
  'declined-payment': [
    { by: 'registration', attempts: 10, within: 60, pause: 60, counts: 'declines' },
    { by: 'account', attempts: 10, within: 60, pause: 60, counts: 'declines' },
    { by: 'address', attempts: 25, within: 60, pause: 60, counts: 'declines' },
  ],
  // An issuer's request for authentication is not a decline, but it reveals that the card exists: limited as well.
  'asked-for-holder': [
    { by: 'registration', attempts: 10, within: 60, pause: 60, counts: 'declines' },
    { by: 'account', attempts: 10, within: 60, pause: 60, counts: 'declines' },
    { by: 'address', attempts: 25, within: 60, pause: 60, counts: 'declines' },
  ],
  'request-invite': [{ by: 'address', attempts: 60, within: 60, pause: 60 }],
  // Mail programs of a whole provider call from a few addresses.
  'stop-invites': [{ by: 'address', attempts: 600, within: 10, pause: 10 }],
  'look-up-place': [{ by: 'address', attempts: 400, within: 10, pause: 5 }],
  'validate-professional': [{ by: 'address', attempts: 90, within: 10, pause: 10 }],
  // 31^10 = 8.2e14 codes. An address may try 5,760 wrong ones a day: with 100,000 letters out, one hit in 4,000 years.
  'exchange-invite-code': [{ by: 'address', attempts: 60, within: 15, pause: 15, counts: 'failures' }],
  // 31^16 = 7e23 codes. A court checks many a day, and all its clerks share one address.
  'check-proof': [{ by: 'address', attempts: 240, within: 15, pause: 15 }],
  // Each call stores a row, and some also send a mail.
  'save-registration': [
    { by: 'registration', attempts: 10, within: 60, pause: 60 },
    { by: 'address', attempts: 60, within: 60, pause: 60 },
  ],
  // Each request is read by a member of staff.
  'ask-fee-waiver': [
    { by: 'registration', attempts: 5, within: 60, pause: 60 },
    { by: 'account', attempts: 5, within: 60, pause: 60 },
    { by: 'address', attempts: 20, within: 60, pause: 60 },
  ],
  // 24^8 = 1.1e11 codes, each for 24 hours; a wrong one identifies none. A shelter or a mobile network is one address:
  // its 2,880 wrong ones a day hit a given code once in 38 million. All addresses have 72,000: with 1,000 codes out,
  // one hit in four years of constant trying (docs/decisions/0085). A mailed link is not counted here.
  'resume-by-code': [
    { by: 'address', attempts: 20, within: 10, pause: 10, counts: 'failures' },
    { by: 'everybody', attempts: 500, within: 10, pause: 10, counts: 'failures' },
  ],
  'send-invites': [{ by: 'account', attempts: 100, within: 60, pause: 30 }],
  // Each call parses a megabyte. A separate limit: previewing a corrected list must not use up opening families.
  'preview-import': [{ by: 'account', attempts: 60, within: 60, pause: 10 }],
  'open-family': [{ by: 'account', attempts: 60, within: 60, pause: 30 }],
  'print-letter': [{ by: 'account', attempts: 120, within: 60, pause: 30 }],
  'register-professional': [{ by: 'address', attempts: 30, within: 60, pause: 60 }],
  // The company's own systems, which cache the responses; all their processes may share one address.
  'ask-entitlements': [{ by: 'address', attempts: 6_000, within: 1, pause: 1, countedBy: 'process' }],
  // A sign-in to an app makes three calls, and stores some rows.
  'client-login': [{ by: 'address', attempts: 240, within: 10, pause: 10 }],
  // An app's servers request all users' tokens from a few addresses. Only wrong client secrets count.
  'client-token': [{ by: 'address', attempts: 200, within: 15, pause: 15, counts: 'failures', countedBy: 'process' }],
  // An office behind one address signs in at the same time; the identity provider limits password attempts.
  'staff-sign-in': [{ by: 'address', attempts: 120, within: 10, pause: 10 }],
  // A person needs far less than this; a stolen session that copies all records needs more.
  'staff-read': [{ by: 'account', attempts: 400, within: 10, pause: 10 }],
  'staff-act': [{ by: 'account', attempts: 60, within: 10, pause: 10 }],
} as const satisfies Record<string, readonly Limit[]>;

export type LimitedAction = keyof typeof limits;
