import { normaliseCharacters } from '../fields/typed-text.ts';

/**
 * A mailed link has its secrets after `#`, which no server sees. Mail gateways cut that part off, write `%23` for `#`,
 * and append to it, so the mail also contains them as a code for the link's page.
 */
export type LinkCode = { page: string; code: string };

/** The code equivalent to a link; null for a link without secrets. */
export function codeOfLink(url: string): LinkCode | null {
  const [page = '', fragment = ''] = url.split('#', 2);
  const values = [...fragment.matchAll(/=([^&]+)/g)].map(([, value]) => value);
  return values.length === 0 ? null : { page, code: values.join('.') };
}

/** The values of these names in a link's fragment, whatever was appended to it; null unless the first is there. */
export function secretsOf(fragment: string, names: readonly string[]): string[] | null {
  const plain = fragment.replaceAll(/%3d/gi, '=').replaceAll(/%26/gi, '&').replaceAll(/%23/gi, '#');
  const secrets = names.map((name) => new RegExp(`(?:^|[#?&])${name}=([\\w-]+)`).exec(plain)?.[1] ?? '');
  return secrets[0] ? secrets : null;
}

/** Tokens and ids; a letter's code, made for typing, is shorter. */
const whole = /^[\w-]{20,128}/;

/**
 * The fragment of the link whose code, or whose whole address, was copied from a mail: opening it equals a click on the
 * link. Null if a part of it is missing.
 */
export function linkFragment(typed: string, names: readonly string[]): string | null {
  const text = normaliseCharacters(typed).replaceAll(/\s/g, '');
  const parts = (secretsOf(text, names) ?? text.split('.').filter(Boolean)).flatMap((part) => whole.exec(part) ?? []);
  if (parts.length !== names.length) return null;
  return `#${names.map((name, at) => `${name}=${parts[at]}`).join('&')}`;
}
