import { m } from '#messages/messages.js';
import type { Block, MailContext } from '../mail-document.ts';

/** What a mailed link that sets a password accepts besides. */
export type FurtherWays = { PHONE: boolean; QUESTION: boolean; FACTOR: boolean };

/** What its reader needs at hand. Null: the link asks for nothing more. */
export function furtherNote(ways: FurtherWays | null, { t, phone }: MailContext): Block[] {
  if (ways === null) return [];
  const names = [
    ...(ways.PHONE ? [m.mail_further_phone({}, t)] : []),
    ...(ways.QUESTION ? [m.mail_further_question({}, t)] : []),
    ...(ways.FACTOR ? [m.mail_further_factor({}, t)] : []),
  ];
  const listed = new Intl.ListFormat(t.locale, { type: 'disjunction' }).format(names);
  return [
    {
      kind: 'paragraph',
      text: names.length > 0 ? m.mail_further({ ways: listed }, t) : m.mail_further_none({ phone }, t),
    },
  ];
}
