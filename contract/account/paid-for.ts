import { capital } from '#messages/fill.js';
import { m } from '#messages/messages.js';

type Language = 'en' | 'es';
/** A person whose subscription was paid for, as shown to the payer; `own`: the payer. */
export type Holder = { name: string; own: boolean };

const lists = { en: 'en-US', es: 'es-419' } as const;

/** `you and Joe`, `usted y Joe`: addressed to the payer. */
export function holdersToPayer(holders: readonly Holder[], language: Language): string {
  return listed(
    holders.map(({ name, own }) => (own ? m.receipt_you({}, { locale: language }) : name)),
    language,
  );
}

/** The same outside a sentence: `You and Joe`. */
export function holdersAlone(holders: readonly Holder[], language: Language): string {
  return capital(holdersToPayer(holders, language));
}

/** `Marta O'Brien and Joe`: for anybody who is handed a receipt. */
export function holdersByName(holders: readonly Holder[], language: Language): string {
  return listed(
    holders.map(({ name }) => name),
    language,
  );
}

/** `Messages, Calendar and Files`. */
export function listed(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(lists[language], { type: 'conjunction' }).format(names);
}
