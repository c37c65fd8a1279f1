import type { Language } from '#contract/fields/languages.ts';

/** `whole`: a number or code, which no line breaks in two. */
export type Fact = { label: string; value: string; whole?: boolean };
/** What does the same as a link with secrets, to be copied; null for a link without. */
export type TypedCode = { text: string; value: string } | null;
export type AmountLine = { label: string; amount: string };

/**
 * One piece of a mail. The same blocks become the HTML and the plain text, so that neither can say less than the other.
 */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'note'; text: string }
  /**
   * The one thing to do. Its address is also written out, for readers whose button does not open, and so is the code
   * that does the same, if it has one.
   */
  | { kind: 'action'; label: string; url: string; fallback: string; code: TypedCode }
  | { kind: 'link'; label: string; url: string; code: TypedCode }
  | { kind: 'facts'; caption: string; rows: readonly Fact[] }
  /** Rows that sum to the total. `notes` below it: amounts included in the total. */
  | { kind: 'amounts'; caption: string; rows: readonly AmountLine[]; total: AmountLine; notes: readonly string[] };

/** `preview` is the line mail programs show beside the subject; `reason` says why the reader gets this mail. */
export type MailDocument = {
  subject: string;
  preview: string;
  heading: string;
  blocks: readonly Block[];
  reason: string;
};

/**
 * `say` is the option every message function takes; `phone` is the support phone of the reader's country (ISO code).
 */
export type MailContext = { language: Language; t: { locale: Language }; country: string; phone: string };

export type MailTemplate<Props> = (props: Props, context: MailContext) => MailDocument;
