import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import {
  browserMessage,
  browserRuntime,
  declarations,
  fillModule,
  type Message,
  nodeMessages,
} from './write-modules.ts';

type Text = (inputs?: Record<string, string | number>, options?: { locale?: 'en' | 'es' }) => string;

const harmful: Message = {
  key: 'odd',
  en: 'A `b` ${1+1} \\n "d" ${name}, {name} and {count}',
  es: '¿{name}? `${2*2}` {count}',
};
const plain: Message = { key: 'plain', en: 'Pay', es: 'Pagar' };
const inputs = { name: "O'Brien ${name}", count: 2 };
const inEnglish = 'A `b` ${1+1} \\n "d" $O\'Brien ${name}, O\'Brien ${name} and 2';
const inSpanish = "¿O'Brien ${name}? `${2*2}` 2";

async function load<T>(files: Record<string, string>, entry: string): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-texts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return (await import(pathToFileURL(path.join(folder, entry)).href)) as T;
}

test('on Node a text is in the language passed to it, and its words are never executed as code', async () => {
  const files = {
    'runtime.js': browserRuntime,
    'messages.js': nodeMessages([harmful, plain]),
    'package.json': '{"type":"module"}',
  };
  const { m } = await load<{ m: Record<string, Text> }>(files, 'messages.js');
  expect(m['odd']?.(inputs, { locale: 'en' })).toBe(inEnglish);
  expect(m['odd']?.(inputs, { locale: 'es' })).toBe(inSpanish);
  expect(m['plain']?.()).toBe('Pay');
});

test('in a browser a text follows the language of the page', async () => {
  const module = browserMessage(harmful).replace('../runtime.js', './runtime.js');
  const files = {
    'runtime.js': browserRuntime,
    'odd.js': `${module}export { setLocaleReader } from './runtime.js';`,
    'package.json': '{"type":"module"}',
  };
  const { odd, setLocaleReader } = await load<{ odd: Text; setLocaleReader: (reader: () => string) => void }>(
    files,
    'odd.js',
  );
  expect(odd(inputs)).toBe(inEnglish);
  setLocaleReader(() => 'es');
  expect(odd(inputs)).toBe(inSpanish);
});

test('an input is capitalised where a sentence begins, and a word agrees with its number in each language', async () => {
  const message: Message = {
    key: 'pays',
    en: '{Name} pays for {days} {days:day|days}. Ask {name}.',
    es: '{Name} paga {days} {days:día|días}. Pregunte a {name}.',
  };
  const files = {
    'runtime.js': browserRuntime,
    'fill.js': fillModule,
    'messages.js': nodeMessages([message]),
    'package.json': '{"type":"module"}',
  };
  const { m } = await load<{ m: Record<string, Text> }>(files, 'messages.js');
  const one = { name: 'ñandú', days: 1 };
  expect(m['pays']?.(one, { locale: 'en' })).toBe('Ñandú pays for 1 day. Ask ñandú.');
  expect(m['pays']?.({ ...one, days: 2 }, { locale: 'es' })).toBe('Ñandú paga 2 días. Pregunte a ñandú.');
  expect(declarations([message])['messages.d.ts']).toContain(
    'pays: (inputs: { name: string | number; days: string | number }, options?: Options) => string;',
  );
});

test('types name each placeholder once, and none where a text has none', () => {
  const types = declarations([harmful, plain])['messages.d.ts'];
  expect(types).toContain(
    'odd: (inputs: { name: string | number; count: string | number }, options?: Options) => string;',
  );
  expect(types).toContain('plain: (inputs?: object, options?: Options) => string;');
});
