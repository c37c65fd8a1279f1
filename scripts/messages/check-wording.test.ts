import path from 'node:path';
import { expect, test } from 'vitest';
import { brand } from '#contract/brand.ts';
import { publicTexts } from '#contract/public-texts/public-texts.ts';
import { m } from '#messages/messages.js';
import { findWordingProblems, findWordings } from './check-wording.ts';
import { readAreas } from './read-areas.ts';

const root = path.resolve(import.meta.dirname, '../..');
const locales = ['en', 'es'] as const;
const areas = readAreas({ root, locales });
const textOf = (key: string) => m[key as keyof typeof m] as (inputs: object, options: object) => string;

function problemsOf(text: string, locale: (typeof locales)[number] = 'en'): string[] {
  return findWordingProblems([{ locale, area: 'pay', keys: ['pay'], texts: { pay: text } }]);
}

test('VOI1: a wording that is not ours is reported, with the word to write', () => {
  expect(problemsOf('Press Pay now to go on. Somebody has it.')).toEqual([
    'messages/en/pay.json: "pay" has “go on.”: continue',
    'messages/en/pay.json: "pay" has “Press P”: select; press is for keys',
    'messages/en/pay.json: "pay" has “Somebody”: someone, anyone, everyone, no one',
  ]);
  expect(problemsOf('Presione Escape tres veces.', 'es')).toEqual([]);
});

test('VOI1: an English text has only one Spanish translation, ignoring the form of its first word', () => {
  const problemsOfAll = (en: Record<string, string>, es: Record<string, string>) =>
    findWordingProblems([
      { locale: 'en', area: 'pay', keys: [], texts: en },
      { locale: 'es', area: 'pay', keys: [], texts: es },
    ]);
  expect(problemsOfAll({ one: 'Log out', two: 'Log out.' }, { one: 'Cerrar sesión', two: 'Salir.' })).toEqual([
    '“Log out.” is “Cerrar sesión” in "one" and “Salir.” in "two": one of them',
  ]);
  expect(problemsOfAll({ one: 'Log in', two: 'Log in' }, { one: 'Iniciar sesión', two: 'Inicie sesión' })).toEqual([]);
});

test('VOI4: an email subject fits on a phone, even with the longest date', () => {
  const longest = {
    en: { brand: brand.name, date: 'September 30, 2026', amount: 'US$198.00' },
    es: { brand: brand.name, date: '30 de septiembre de 2026', amount: 'US$198.00' },
  };
  const subjects = areas.flatMap(({ locale, keys }) =>
    keys.filter((key) => key.endsWith('_subject')).map((key) => ({ key, locale: locale as (typeof locales)[number] })),
  );
  expect(subjects.length).toBeGreaterThan(80);
  const tooLong = subjects
    .map(({ key, locale }) => textOf(key)(longest[locale], { locale }))
    .filter((subject) => subject.length > 50);
  expect(tooLong).toEqual([]);
});

test('VOI1: public pages have none either, except older versions of the agreement', () => {
  const current = Object.entries(publicTexts).filter(([page]) => !page.includes('/'));
  const problems = current.flatMap(([page, text]) =>
    locales.flatMap((locale) =>
      findWordings({ locale, text: JSON.stringify(text[locale]) }).map((problem) => `${page}: ${problem}`),
    ),
  );
  expect(problems).toEqual([]);
});

test('VOI1: a page to which a text sends is named as it is called', () => {
  const sendsTo = { en: /\bunder “([^”]+)”/g, es: /\ben “([^”]+)”/g };
  for (const locale of locales) {
    const texts = areas.filter((area) => area.locale === locale).flatMap((area) => Object.entries(area.texts));
    const called = new Set(texts.map(([, text]) => text));
    const sent = texts.flatMap(([key, text]) =>
      [...text.matchAll(sendsTo[locale])].map(([, page = '']) => [key, page]),
    );
    expect(sent.length).toBeGreaterThanOrEqual(4);
    expect(sent.filter(([, page = '']) => !called.has(page))).toEqual([]);
  }
});

test('VOI2: a name begins a sentence with a capital, and only there', () => {
  expect(problemsOf('Ended. {name} has {Name} here.')).toHaveLength(2);
  expect(problemsOf('{Name} joined. Ask {name}. “{Name}”')).toEqual([]);
});

/** Shown for a name that was erased. */
const fillers = [m.account_the_other_parent, m.receipt_a_parent];

test.each(fillers)('VOI2: every text with a name reads well for a person whose name was erased', (filler) => {
  const named = areas.flatMap(({ locale, texts }) =>
    Object.entries(texts)
      .filter(([, text]) => /\{[Nn]ame\}/.test(text))
      .map(([key]) => ({ key, locale: locale as (typeof locales)[number] })),
  );
  expect(named.length).toBeGreaterThan(80);
  const words = new RegExp(`(^|[.!?¿¡“] ?)(${locales.map((locale) => filler({}, { locale })).join('|')})`);
  const filled = named.map(({ key, locale }) =>
    textOf(key)(new Proxy({}, { get: (_, input) => (input === 'name' ? filler({}, { locale }) : 1) }), { locale }),
  );
  expect(filled.filter((text) => /\b(de|a) el |your your|su su /.test(text) || words.test(text))).toEqual([]);
});
