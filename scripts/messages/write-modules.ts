/** A text in both languages, with the same placeholders, such as `{name}`, in both. */
export type Message = { key: string; en: string; es: string };

const placeholder = /\{\s*(\w+)\s*\}/g;

/** The runtime module: the language of the page or process, for calls that name none. */
export const browserRuntime = `export let getLocale = () => 'en';
export function setLocaleReader(reader) {
  getLocale = reader;
}
`;

/**
 * A text as a JavaScript template literal over the inputs `i`. All but the placeholders is escaped, so no text is code.
 */
function template(text: string): string {
  const words = text
    .split(placeholder)
    .map((part, index) => (index % 2 === 0 ? part.replace(/[\\`$]/g, '\\$&') : `\${i.${part}}`));
  return `\`${words.join('')}\``;
}

export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))];
}

/** One text as a module for browsers, where no call names a language. */
export function browserMessage({ key, en, es }: Message): string {
  return `import { getLocale } from '../runtime.js';\nexport const ${key} = (i) => getLocale() === 'es' ? ${template(es)} : ${template(en)};\n`;
}

/** All texts as one module for Node, where a call may name its language. */
export function nodeMessages(messages: readonly Message[]): string {
  const members = messages.map(
    ({ key, en, es }) =>
      `  ${key}: (i, o) => (o?.locale ?? getLocale()) === 'es' ? ${template(es)} : ${template(en)},\n`,
  );
  return `import { getLocale } from './runtime.js';\nexport const m = {\n${members.join('')}};\n`;
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
  };
}

function inputs(names: readonly string[]): string {
  if (names.length === 0) return 'inputs?: object';
  return `inputs: { ${names.map((name) => `${name}: string | number`).join('; ')} }`;
}
