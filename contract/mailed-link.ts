/**
 * A mailed link has its secrets behind `#`, which no server sees. Mail gateways cut that part off, write `%23` for `#`,
 * and add to it, so the mail also has them as a code for the page of the link.
 */
export type LinkCode = { page: string; code: string };

/** The code that does the same as a link; null for a link without secrets. */
export function codeOfLink(url: string): LinkCode | null {
  const [page = '', fragment = ''] = url.split('#', 2);
  const values = [...fragment.matchAll(/=([^&]+)/g)].map(([, value]) => value);
  return values.length === 0 ? null : { page, code: values.join('.') };
}

const characters = /^[\w-]+/;

/** The values of these names in a link's fragment, whatever was added to it; null unless the first is there. */
export function secretsOf(fragment: string, names: readonly string[]): string[] | null {
  const plain = fragment.replaceAll(/%3d/gi, '=').replaceAll(/%26/gi, '&').replaceAll(/%23/gi, '#');
  const secrets = names.map((name) => new RegExp(`(?:^|[#?&])${name}=([\\w-]+)`).exec(plain)?.[1] ?? '');
  return secrets[0] ? secrets : null;
}

/** The same of what a person copied from a mail: the code, or the whole link. */
export function secretsTyped(typed: string, names: readonly string[]): string[] | null {
  const text = typed.replaceAll(/\s/g, '');
  const fromLink = secretsOf(text, names);
  if (fromLink) return fromLink;
  const parts = text.split('.').flatMap((part) => characters.exec(part) ?? []);
  return parts.length === names.length ? parts : null;
}
