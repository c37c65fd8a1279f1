import path from 'node:path';
import { expect, test } from 'vitest';
import { publicTexts } from '#contract/public-texts/public-texts.ts';
import { m } from '#messages/messages.js';
import { findWordingProblems, findWordings } from './check-wording.ts';
import { readAreas } from './read-areas.ts';

const root = path.resolve(import.meta.dirname, '../..');
const locales = ['en', 'es'] as const;
const areas = readAreas({ root, locales });

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

test('VOI1: public pages have none either, except older versions of the agreement', () => {
  const current = Object.entries(publicTexts).filter(([page]) => !page.includes('/'));
  const problems = current.flatMap(([page, text]) =>
    locales.flatMap((locale) =>
      findWordings({ locale, text: JSON.stringify(text[locale]) }).map((problem) => `${page}: ${problem}`),
    ),
  );
  expect(problems).toEqual([]);
});

test('VOI2: a name begins a sentence with a capital, and only there', () => {
  expect(problemsOf('Ended. {name} has {Name} here.')).toHaveLength(2);
  expect(problemsOf('{Name} joined. Ask {name}. “{Name}”')).toEqual([]);
});

test('VOI2: every text with a name reads well for a person whose name was erased', () => {
  const named = areas.flatMap(({ locale, texts }) =>
    Object.entries(texts)
      .filter(([, text]) => /\{[Nn]ame\}/.test(text))
      .map(([key]) => ({ key, locale: locale as (typeof locales)[number] })),
  );
  expect(named.length).toBeGreaterThan(80);
  const filled = named.map(({ key, locale }) => {
    const text = m[key as keyof typeof m] as (inputs: object, options: object) => string;
    const inputs = new Proxy(
      {},
      { get: (_, input) => (input === 'name' ? m.account_the_other_parent({}, { locale }) : 1) },
    );
    return text(inputs, { locale });
  });
  expect(filled.filter((text) => /\b(de|a) el |(^|[.!?¿¡“] ?)(your co-parent|la otra persona)/.test(text))).toEqual([]);
});
