import type { CountedFaults } from '../counted-faults.ts';

/**
 * Faults for the next mails. `refuse`: 550 for the recipient; `greylist`: 451, try later; `die-after-data`: the mail is
 * accepted and the connection drops before the response; `slow`: the response comes after `delayMs`.
 */
export const mailFaultKinds = ['refuse', 'greylist', 'die-after-data', 'slow'] as const;
export type MailFaultKind = (typeof mailFaultKinds)[number];

/** `to` limits a fault to one recipient. `times` counts down; at 0 the fault is removed. */
export type MailFault = { kind: MailFaultKind; times: number; to: string | null; delayMs: number };

export type MailFaults = CountedFaults<MailFault>;

/** Uses up one count of the first fault of these kinds that matches any of the recipients. */
export function nextMailFault(
  faults: MailFaults,
  { kinds, recipients }: { kinds: readonly MailFaultKind[]; recipients: readonly string[] },
): MailFault | null {
  const isFor = (to: string | null) =>
    to === null || recipients.some((address) => address.toLowerCase() === to.toLowerCase());
  return faults.take(({ kind, to }) => kinds.includes(kind) && isFor(to));
}
