import type { Reach } from './reach.ts';

/** A user's contact preferences. A disabled channel is not used, except by mails that are always sent. */
export const reachChannels = ['mail', 'text', 'call'] as const;
export type ReachChannel = (typeof reachChannels)[number];

/** The default without preferences. */
export const unrestrictedReach: Reach = { mail: true, text: true, call: true, hours: null, neutral: false };
