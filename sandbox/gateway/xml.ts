/**
 * Elements that the SDK reads: typed scalars, `type="array"` lists, `type="collection"` result pages. Keys are
 * snake_case, elements kebab-case.
 */
export type XmlValue =
  | string
  | number
  | boolean
  | null
  | Date
  | XmlList
  | XmlCollection
  | { readonly [key: string]: XmlValue };
type XmlList = { readonly list: string; readonly items: readonly XmlValue[] };
type XmlCollection = {
  readonly collection: { readonly [key: string]: XmlValue };
  readonly item: string;
  readonly items: readonly XmlValue[];
};

export function list(item: string, items: readonly XmlValue[]): XmlList {
  return { list: item, items };
}

export function collection(
  item: string,
  items: readonly XmlValue[],
  attributes: { readonly [key: string]: XmlValue },
): XmlCollection {
  return { collection: attributes, item, items };
}

export function xmlDocument(root: string, value: XmlValue): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, value)}\n`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escapeText(value: string): string {
  // Control characters cannot appear in XML 1.0, not even escaped.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return value
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

function element(key: string, value: XmlValue): string {
  const name = key.replaceAll('_', '-');
  const wrap = (attributes: string, content: string) => `<${name}${attributes}>${content}</${name}>`;
  if (value === null) return `<${name} nil="true"/>`;
  if (typeof value === 'string') return wrap('', escapeText(value));
  if (typeof value === 'number') return wrap(' type="integer"', String(value));
  if (typeof value === 'boolean') return wrap(' type="boolean"', String(value));
  if (value instanceof Date) return wrap(' type="datetime"', `${value.toISOString().slice(0, 19)}Z`);
  if (isList(value)) return wrap(' type="array"', value.items.map((item) => element(value.list, item)).join(''));
  if (isCollection(value))
    return wrap(
      ' type="collection"',
      children(value.collection) + value.items.map((item) => element(value.item, item)).join(''),
    );
  return wrap('', children(value));
}

function children(value: { readonly [key: string]: XmlValue }): string {
  return Object.entries(value)
    .map(([key, each]) => element(key, each))
    .join('');
}

function isList(value: object): value is XmlList {
  return 'list' in value && 'items' in value;
}

function isCollection(value: object): value is XmlCollection {
  return 'collection' in value && 'items' in value;
}
