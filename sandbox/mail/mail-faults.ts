/**
 * What the next mails meet. `refuse`: 550 for the recipient; `greylist`: 451, try later; `die-after-data`: the mail is
 * taken and the connection drops before the answer; `slow`: the answer comes after `delayMs`.
 */
export const mailFaultKinds = ['refuse', 'greylist', 'die-after-data', 'slow'] as const;
export type MailFaultKind = (typeof mailFaultKinds)[number];

/** `to` narrows a fault to one recipient. `times` counts down; at 0 the fault is gone. */
export type MailFault = { kind: MailFaultKind; times: number; to: string | null; delayMs: number };

export type MailFaults = {
  list(): readonly MailFault[];
  add(fault: MailFault): void;
  clear(): void;
  /** Uses up one count of the first fault of these kinds that fits any of the recipients. */
  take(question: { kinds: readonly MailFaultKind[]; recipients: readonly string[] }): MailFault | null;
};

export function createMailFaults(): MailFaults {
  let faults: MailFault[] = [];
  return {
    list: () => faults,
    add: (fault) => {
      faults = [...faults, fault];
    },
    clear: () => {
      faults = [];
    },
    take({ kinds, recipients }) {
      const fits = (to: string | null) =>
        to === null || recipients.some((address) => address.toLowerCase() === to.toLowerCase());
      const index = faults.findIndex((fault) => kinds.includes(fault.kind) && fits(fault.to));
      const fault = faults[index];
      if (!fault) return null;
      const left = { ...fault, times: fault.times - 1 };
      faults = faults.flatMap((each, at) => (at !== index ? [each] : left.times > 0 ? [left] : []));
      return fault;
    },
  };
}
