import { normaliseEmail } from '#contract/fields/typed-text.ts';

/** Providers that ignore dots in the name of a mailbox, by each of their domains. */
const ignoresDots: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * The mailbox behind an address: what follows a plus sign, dots that its provider ignores, case and the spelling of its
 * domain do not make another person.
 */
export function foldedEmail(email: string): string {
  const [, typed = '', host = ''] = /^(.*)@([^@]*)$/.exec(normaliseEmail(email)) ?? [];
  const name = typed.replace(/\+.*$/, '');
  const provider = ignoresDots[host];
  return provider === undefined ? `${name}@${host}` : `${name.replaceAll('.', '')}@${provider}`;
}
