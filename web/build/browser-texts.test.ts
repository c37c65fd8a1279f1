import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { m } from '#messages/messages.js';
import { briefText } from './browser-texts.ts';

const folder = path.resolve(import.meta.dirname, '../../generated/messages/messages');
type Text = (inputs: Record<string, string>, options?: { locale: 'en' | 'es' }) => string;

const sourceOf = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/** What a module answers in a browser whose page is in this language, under the name it exports. */
function inBrowser(code: string, language: string): { name: string; text: Text } {
  const name = /export (?:const (\w+)|\{ \w+ as "(\w+)" \})/.exec(code)?.slice(1).find(Boolean) ?? '';
  const own = /export (?:const (\w+)|\{ (\w+) as)/.exec(code)?.slice(1).find(Boolean) ?? '';
  const body = code
    .replace(/^import .*$/m, '')
    .replace(/^export \{.*$/m, '')
    .replace(/^export /m, '');
  // oxlint-disable-next-line typescript/no-implied-eval -- the built module, as the browser runs it
  return { name, text: new Function('getLocale', `${body}\nreturn ${own};`)(() => language) as Text };
}

describe('texts in the browser', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== '_index.js');

  it('are the words that the compiler made of them, in both languages', () => {
    expect(files.length).toBeGreaterThan(1_000);
    for (const file of files) {
      const source = sourceOf(file);
      const inputs = Object.fromEntries([...source.matchAll(/\bi\?\.(\w+)/g)].map(([, name = '']) => [name, `<${name}>`]));
      const brief = briefText(source);
      expect(brief.length, file).toBeLessThan(source.length);
      for (const locale of ['en', 'es'] as const) {
        const { name, text } = inBrowser(brief, locale);
        expect(text(inputs), file).toBe((m as unknown as Record<string, Text>)[name]?.(inputs, { locale }));
      }
    }
  });

  it('stay as they are where the compiler writes them in a way that is not known', () => {
    const source = sourceOf(files[0] ?? '').replaceAll('return /** @type {LocalizedString} */', 'return String');
    expect(briefText(source)).toBe(source);
  });
});
