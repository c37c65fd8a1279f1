/**
 * How often something may be tried, by whom. Minutes everywhere. `pause`: how long the door stays shut once the
 * attempts are used up, from the first attempt too many; 0: until the time that is counted is over. `counts:
 * 'failures'` gives an attempt back that did not fail; `'declines'` counts once it is known: of what is submitted
 * together for one payment a single charge goes on, and all must learn of it.
 *
 * `address`: the network address (an IPv6 /64 counts as one). `network`: an IPv6 /56; follows from `address`, see
 * `networkShare`. `account`: whoever is signed in, or is asked about. `registration`: one sign-up.
 * `device`: a browser that has signed in to this very account before, which is counted by that alone.
 * `name`: username or e-mail as typed at the login, known or not. `recipient`: the e-mail address or phone that would
 * get a message. `sender`: an account or a network together with the recipient it makes us write to.
 */
export type LimitedBy =
  | 'address'
  | 'network'
  | 'account'
  | 'device'
  | 'registration'
  | 'name'
  | 'recipient'
  | 'sender'
  | 'everybody';
/**
 * Whom anybody can name, whoever they are. Counted only where the caller's own limits let the attempt pass: a stranger
 * who is refused must not go on using up what others may do.
 */
export const limitedByOthers: readonly LimitedBy[] = ['name', 'recipient', 'everybody'];
export type Limit = {
  by: LimitedBy;
  attempts: number;
  within: number;
  pause: number;
  counts?: 'failures' | 'declines';
  /** Counted by each process for itself: for calls that cost less than counting them in the database would. */
  countedBy?: 'process';
};

/** What a whole /56 may try, for each one of its /64: more than one household's, far less than 256 times as much. */
export const networkShare = 1.5;

export const limits = {
  // Calls that change nothing. A page asks ten; sixty people may sit behind the address of one court.
  read: [{ by: 'address', attempts: 600, within: 1, pause: 1, countedBy: 'process' }],
  'change-account': [
    { by: 'account', attempts: 120, within: 10, pause: 10 },
    { by: 'address', attempts: 600, within: 10, pause: 10 },
  ],
  // Files are made anew for each call.
  download: [
    { by: 'account', attempts: 60, within: 10, pause: 10 },
    { by: 'address', attempts: 120, within: 10, pause: 10 },
  ],
  // Every one of these is a mail with an attachment.
  'mail-receipt': [{ by: 'account', attempts: 10, within: 60, pause: 60 }],
  'change-registration': [{ by: 'address', attempts: 240, within: 10, pause: 10 }],
  'use-invite': [{ by: 'address', attempts: 240, within: 10, pause: 10 }],
  // Every one of these sends an invite.
  'add-co-parent-email': [
    { by: 'registration', attempts: 10, within: 60, pause: 60 },
    { by: 'account', attempts: 10, within: 60, pause: 60 },
    { by: 'address', attempts: 60, within: 60, pause: 60 },
  ],
  // Every one of these is a call of the gateway.
  'ask-client-token': [{ by: 'address', attempts: 240, within: 10, pause: 10 }],
  // Events, not calls: every one is a row. A whole sign-up has forty.
  'report-events': [{ by: 'address', attempts: 1_000, within: 10, pause: 10 }],
  'report-policy': [{ by: 'address', attempts: 20, within: 10, pause: 10, countedBy: 'process' }],
  // The gateway reports from a few addresses, and again what was refused.
  'report-payment-events': [{ by: 'address', attempts: 600, within: 1, pause: 1, countedBy: 'process' }],
  'report-mail-events': [{ by: 'address', attempts: 600, within: 1, pause: 1, countedBy: 'process' }],
  // Ten slips are a forgotten password; fifty from one place are somebody trying one password on many names. Username
  // and e-mail of one account count apart: together they would tell that they belong together.
  'sign-in': [
    { by: 'name', attempts: 10, within: 15, pause: 15 },
    { by: 'device', attempts: 10, within: 15, pause: 15 },
    { by: 'address', attempts: 50, within: 15, pause: 15, counts: 'failures' },
  ],
  // Codes of the second factor, by who has the password already. Three of a million are right at a time, so twenty a
  // day is a chance of one in sixteen thousand; a right one forgives the wrong ones. A known device counts for itself.
  'second-factor': [
    { by: 'account', attempts: 20, within: 24 * 60, pause: 24 * 60 },
    { by: 'device', attempts: 20, within: 24 * 60, pause: 24 * 60 },
    { by: 'address', attempts: 120, within: 60, pause: 60 },
  ],
  'ask-factor-reset': [
    { by: 'account', attempts: 10, within: 24 * 60, pause: 0 },
    { by: 'address', attempts: 60, within: 60, pause: 60 },
  ],
  // A right one is forgiven. Staff on the phone and who recovers an account count together.
  'security-answer': [{ by: 'account', attempts: 3, within: 24 * 60, pause: 24 * 60 }],
  // Every login page asks one.
  'ask-passkey-challenge': [{ by: 'address', attempts: 240, within: 10, pause: 10 }],
  'use-passkey': [{ by: 'address', attempts: 60, within: 15, pause: 15 }],
  'ask-recovery': [{ by: 'address', attempts: 20, within: 60, pause: 60 }],
  // Whoever is asked about, however they are written, is mailed no more than this; the call's answer does not tell. A
  // link works for as long as they are counted, so that a stranger who asks in somebody's name never leaves them
  // without one that works.
  'mail-password-link': [{ by: 'account', attempts: 3, within: 30, pause: 0 }],
  'mail-usernames': [{ by: 'recipient', attempts: 3, within: 30, pause: 0 }],
  'ask-code': [
    { by: 'recipient', attempts: 4, within: 60, pause: 60 },
    { by: 'device', attempts: 4, within: 60, pause: 60 },
    { by: 'address', attempts: 40, within: 60, pause: 60 },
  ],
  // Each code has five tries of its own; these are the tries of all codes that one address may ask for.
  'check-code': [{ by: 'address', attempts: 200, within: 60, pause: 60 }],
  'use-token': [{ by: 'address', attempts: 60, within: 15, pause: 15 }],
  'change-password': [{ by: 'account', attempts: 10, within: 15, pause: 15 }],
  // Every one of these is a mail to whatever address is typed.
  'change-email': [
    { by: 'account', attempts: 5, within: 60, pause: 60 },
    { by: 'recipient', attempts: 5, within: 24 * 60, pause: 0 },
    { by: 'address', attempts: 20, within: 60, pause: 60 },
  ],
  'check-username': [{ by: 'address', attempts: 120, within: 10, pause: 10 }],
  'read-discount-offer': [{ by: 'address', attempts: 120, within: 10, pause: 10 }],
  'start-registration': [{ by: 'address', attempts: 60, within: 60, pause: 60 }],
  // Every one of these says of an address or a phone whether somebody here has it. A sign-up asks four times, with
  // mistakes ten.
  'ask-who-is-known': [
    { by: 'registration', attempts: 40, within: 60, pause: 60 },
    { by: 'address', attempts: 240, within: 60, pause: 60 },
  ],
  // Prices are asked on every change; only calls that carry a code count.
  'try-codes': [
    { by: 'registration', attempts: 40, within: 10, pause: 10 },
    { by: 'address', attempts: 120, within: 10, pause: 10 },
  ],
  pay: [
    { by: 'registration', attempts: 60, within: 10, pause: 10 },
    { by: 'account', attempts: 60, within: 10, pause: 10 },
    { by: 'address', attempts: 120, within: 10, pause: 10 },
  ],
  // Stolen card numbers are tried on forms like ours.
  'declined-payment': [
    { by: 'registration', attempts: 10, within: 60, pause: 60, counts: 'declines' },
    { by: 'account', attempts: 10, within: 60, pause: 60, counts: 'declines' },
    { by: 'address', attempts: 25, within: 60, pause: 60, counts: 'declines' },
  ],
  // An issuer's question is no decline, but it tells that there is such a card: nobody is to ask that without end.
  'asked-for-holder': [
    { by: 'registration', attempts: 10, within: 60, pause: 60, counts: 'declines' },
    { by: 'account', attempts: 10, within: 60, pause: 60, counts: 'declines' },
    { by: 'address', attempts: 25, within: 60, pause: 60, counts: 'declines' },
  ],
  'request-invite': [{ by: 'address', attempts: 60, within: 60, pause: 60 }],
  // Nobody is mailed more invites and corrections than this in a day, whoever asks for them: inviters, professionals,
  // or the invited. No inviter alone uses it up.
  'mail-invite': [
    { by: 'sender', attempts: 4, within: 24 * 60, pause: 0 },
    { by: 'recipient', attempts: 8, within: 24 * 60, pause: 0 },
  ],
  // A link left behind in a mailbox that is not the parent's uses up nothing of what they may ask for themself.
  'mail-invite-again': [{ by: 'recipient', attempts: 3, within: 24 * 60, pause: 0 }],
  'look-up-place': [{ by: 'address', attempts: 400, within: 10, pause: 5 }],
  'validate-professional': [{ by: 'address', attempts: 90, within: 10, pause: 10 }],
  // 31^10 = 8.2e14 codes. An address has 5,760 wrong ones a day: with 100,000 letters out, one hit in 4,000 years.
  'exchange-invite-code': [{ by: 'address', attempts: 60, within: 15, pause: 15, counts: 'failures' }],
  // 31^16 = 7e23 codes. A court checks many on a day, all of its clerks from one address.
  'check-proof': [{ by: 'address', attempts: 240, within: 15, pause: 15 }],
  // Each is a row, and one of them a mail.
  'save-registration': [
    { by: 'registration', attempts: 10, within: 60, pause: 60 },
    { by: 'address', attempts: 60, within: 60, pause: 60 },
  ],
  // Each is read by a member of staff.
  'ask-fee-waiver': [
    { by: 'registration', attempts: 5, within: 60, pause: 60 },
    { by: 'address', attempts: 20, within: 60, pause: 60 },
  ],
  // 24^8 = 1.1e11 codes, each for 24 hours; a wrong one names none. A shelter or a mobile network is one address:
  // its 2,880 wrong ones a day hit a given code once in 38 million. All addresses have 72,000: with 1,000 codes out,
  // one hit in four years of trying without a pause (docs/decisions/0085). A mailed link is not counted here.
  'resume-by-code': [
    { by: 'address', attempts: 20, within: 10, pause: 10, counts: 'failures' },
    { by: 'everybody', attempts: 500, within: 10, pause: 10, counts: 'failures' },
  ],
  // The way back into a sign-up, to whoever typed the address.
  'mail-resume-link': [{ by: 'recipient', attempts: 4, within: 24 * 60, pause: 0 }],
  'send-invites': [{ by: 'account', attempts: 100, within: 60, pause: 30 }],
  // A megabyte to read each time; looking again at a list that was mended keeps nobody from opening families.
  'preview-import': [{ by: 'account', attempts: 60, within: 60, pause: 10 }],
  'open-family': [{ by: 'account', attempts: 60, within: 60, pause: 30 }],
  'print-letter': [{ by: 'account', attempts: 120, within: 60, pause: 30 }],
  'register-professional': [{ by: 'address', attempts: 30, within: 60, pause: 60 }],
  // Each new account sends a mail to whoever is named. A stranger who names somebody's address uses up what may come
  // from the stranger's network, and never keeps its owner from registering.
  'mail-registration': [
    { by: 'sender', attempts: 5, within: 24 * 60, pause: 0 },
    { by: 'recipient', attempts: 15, within: 24 * 60, pause: 0 },
  ],
  // Systems of the company, which keep what they were answered; all their processes may share one address.
  'ask-entitlements': [{ by: 'address', attempts: 6_000, within: 1, pause: 1, countedBy: 'process' }],
  // A sign-in to an app is three of these, and some rows.
  'client-login': [{ by: 'address', attempts: 240, within: 10, pause: 10 }],
  // An app's servers ask for everybody's tokens from a few addresses. Wrong secrets of apps count, and nothing else.
  'client-token': [{ by: 'address', attempts: 200, within: 15, pause: 15, counts: 'failures', countedBy: 'process' }],
  // An office behind one address begins its day together; passwords are the identity provider's to count.
  'staff-sign-in': [{ by: 'address', attempts: 120, within: 10, pause: 10 }],
  // A person works far below this; a stolen session that copies everybody does not.
  'staff-read': [{ by: 'account', attempts: 400, within: 10, pause: 10 }],
  'staff-act': [{ by: 'account', attempts: 60, within: 10, pause: 10 }],
} as const satisfies Record<string, readonly Limit[]>;

export type LimitedAction = keyof typeof limits;
