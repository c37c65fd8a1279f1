/** A text in both languages, with the same inputs in both. */
export type Message = { key: string; en: string; es: string };

/**
 * `{name}` is an input. `{Name}` is the same input capitalised, at the start of a sentence. `{days:day|days}` is a word
 * for one and a word for any other number of the input `days`.
 */
const placeholder = /\{\s*(\w+)(?::([^|{}]*)\|([^|{}]*))?\s*\}/g;

/** The runtime module: the language of the page or process, for calls that pass none. */
export const browserRuntime = `export let getLocale = () => 'en';
export function setLocaleReader(reader) {
  getLocale = reader;
}
`;

/** Helpers for placeholders. Not in the runtime, which every page loads first. */
export const fillModule = `export const capital = (text) => String(text).replace(/./u, (first) => first.toUpperCase());
export const plural = (locale, count, one, other) =>
  new Intl.PluralRules(locale).select(Number(count)) === 'one' ? one : other;
`;

const fillImport = (text: string, file: string): string =>
  /\$\{(?:capital|plural)\(/.test(text) ? `import { capital, plural } from '${file}';\n` : '';

const inputOf = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/**
 * A text as a JavaScript template literal over the inputs `i`. Everything except the placeholders is escaped, so no
 * text is executed.
 */
function template(text: string, locale: 'en' | 'es'): string {
  const escaped = text.replace(/[\\`$]/g, '\\$&');
  const filled = escaped.replace(placeholder, (_, name: string, one?: string, other?: string) => {
    const input = `i.${inputOf(name)}`;
    if (one !== undefined) return `\${plural('${locale}', ${input}, \`${one}\`, \`${other}\`)}`;
    return inputOf(name) === name ? `\${${input}}` : `\${capital(${input})}`;
  });
  return `\`${filled}\``;
}

export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => inputOf(name)))];
}

/** One text as a module for browsers, where no call names a language. */
export function browserMessage({ key, en, es }: Message): string {
  const body = `export const ${key} = (i) => getLocale() === 'es' ? ${template(es, 'es')} : ${template(en, 'en')};\n`;
  return `import { getLocale } from '../runtime.js';\n${fillImport(body, '../fill.js')}${body}`;
}

/** All texts as one module for Node, where a call may name its language. */
export function nodeMessages(messages: readonly Message[]): string {
  const members = messages.map(
    ({ key, en, es }) =>
      `  ${key}: (i, o) => (o?.locale ?? getLocale()) === 'es' ? ${template(es, 'es')} : ${template(en, 'en')},\n`,
  );
  const body = `export const m = {\n${members.join('')}};\n`;
  return `import { getLocale } from './runtime.js';\n${fillImport(body, './fill.js')}${body}`;
}

/** Types of both forms, by file name: a wrong key, a missing or an unknown placeholder does not compile. */
export function declarations(messages: readonly Message[]): Record<string, string> {
  const members = messages.map(
    ({ key, en }) =>
      `  /** ${en.replaceAll('*/', '* /')} */\n  ${key}: (${inputs(placeholdersOf(en))}, options?: Options) => string;\n`,
  );
  return {
    'messages.d.ts': `type Options = { locale?: 'en' | 'es' };\nexport declare const m: {\n${members.join('')}};\n`,
    'runtime.d.ts':
      "export declare let getLocale: () => 'en' | 'es';\nexport declare function setLocaleReader(reader: () => 'en' | 'es'): void;\n",
    'fill.d.ts': 'export declare function capital(text: string): string;\n',
  };
}

function inputs(names: readonly string[]): string {
  if (names.length === 0) return 'inputs?: object';
  return `inputs: { ${names.map((name) => `${name}: string | number`).join('; ')} }`;
}
