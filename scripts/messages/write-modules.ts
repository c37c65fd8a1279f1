/** A text in both languages; `{name}` in it is filled in. Both have the same placeholders. */
export type Message = { key: string; en: string; es: string };

const placeholder = /\{\s*(\w+)\s*\}/g;

/** The language of the page, or of the process, where a call names none. */
export const browserRuntime = `export let getLocale = () => 'en';
export function setLocaleReader(reader) {
  getLocale = reader;
}
`;

/** The words of a text as a JavaScript template over the inputs `i`: nothing in them but placeholders is code. */
function template(text: string): string {
  const words = text
    .split(placeholder)
    .map((part, index) => (index % 2 === 0 ? part.replace(/[\\`$]/g, '\\$&') : `\${i.${part}}`));
  return `\`${words.join('')}\``;
}

export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))];
}

/** One text as a module: no call in a browser names its language. */
export function browserMessage({ key, en, es }: Message): string {
  return `import { getLocale } from '../runtime.js';\nexport const ${key} = (i) => getLocale() === 'es' ? ${template(es)} : ${template(en)};\n`;
}

/** All texts as one module: a call may name its language. */
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
