import type { Language } from '#contract/fields/languages.ts';
import type { MailKind } from '../gateways/mail/port.ts';

/** `whole`: a number or code that must not be broken across lines. */
export type Fact = { label: string; value: string; whole?: boolean };
/** The code equivalent to a link with secrets, to be copied; null for a link without. */
export type TypedCode = { text: string; value: string } | null;
export type AmountLine = { label: string; amount: string };

/**
 * One block of a mail. The same blocks become the HTML and the plain text, so that neither can say less than the other.
 */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'note'; text: string }
  /**
   * The main action. Its address is also written out, for readers whose button does not work, and so is its code, if it
   * has one.
   */
  | { kind: 'action'; label: string; url: string; fallback: string; code: TypedCode }
  | { kind: 'link'; label: string; url: string; code: TypedCode }
  | { kind: 'facts'; caption: string; rows: readonly Fact[] }
  /** Rows that sum to the total. `notes` below it: amounts included in the total. */
  | { kind: 'amounts'; caption: string; rows: readonly AmountLine[]; total: AmountLine; notes: readonly string[] }
  /** What belongs together, on a ground of its own. */
  | { kind: 'box'; blocks: readonly Block[] };

/** `preview` is the line that mail programs show beside the subject; `reason` says why the reader gets this mail. */
export type MailDocument = {
  subject: string;
  preview: string;
  heading: string;
  blocks: readonly Block[];
  reason: string;
};

/** `t`: the option of every message function; `country`: the reader's (ISO code); `phone`: its support phone. */
export type MailContext = { language: Language; t: { locale: Language }; country: string; phone: string };

/**
 * How many mails of one template are sent. Beyond that, one about a current state waits, and one about a past event is
 * left out.
 */
export type Pace = { most: number; hours: number; next: 'waits' | 'left out' };

/** For notices that a signed-in person can cause again and again, to a mailbox that need not be theirs. */
export const fewMails = { most: 3, hours: 8 };

/** All about one mail but when it is sent, which is in a job. */
export type MailTemplate<Props> = {
  /** Stored with each mail that was sent, which its pace counts. */
  name: string;
  /** Why. Receipts and decisions are not awaited but must arrive; the last possible mail counts as awaited. */
  kind: MailKind;
  pace?: Pace;
  /** For a mailbox that nobody has proved, which may be a stranger's. */
  paceIfUnproven?: Pace;
  /** A filled-in example, for tests and previews. */
  sample: Props;
  write: (props: Props, context: MailContext) => MailDocument;
};
