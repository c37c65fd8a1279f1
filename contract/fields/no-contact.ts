import * as z from 'zod/mini';
import type { FieldErrorCode } from './field-errors.ts';

/**
 * What no name, address line or note may contain: they are shown in mails to other people, where a phone number or a
 * web address would be an advertisement or a lure, and a card number would be disclosed.
 */
const mostDigits = 11;

/** Digits as close together as in a phone number. In addresses, a house number stands beside a street's number. */
const phones = {
  text: /\d(?:[\s().+/-]{0,2}\d){6}/,
  address: /\d(?:[\s().+/-]{0,2}\d){8}|\+\s?\d(?:[\s().+/-]{0,2}\d){6}/,
};

const words = 'com net org info biz edu gov name pro mobi app dev xyz site online shop store live link click page blog';
const further = 'top club icu space website tech cloud life world today news vip win work buzz fun help example test';
const countries = 'ac ai am at au be br bz ca cc ch cl cn co cz de dk es eu fi fm fr gg gl gr hk hu id ie il im in io';
const others =
  'is it jp ke kr la li lu ly me ml ms mx my nl no nu nz pe ph pl pm pt re ro rs ru se sg sh sk su th tk to';
const last = 'tv tw ua ug uk us vc ve vn ws za';
const endings = new Set([words, further, countries, others, last].join(' ').split(' '));
/** They are words too: followed by another word, a period without its space ends a sentence or an abbreviation. */
const alsoWords = new Set('am at be de es in is it la me my no se so su to us'.split(' '));
const dotted = /(?<=[\p{L}\p{N}-])\.(xn--[a-z\d-]+|\p{L}{2,})(?![\p{L}\p{N}])( +\p{L})?/giu;

function namesDomain(text: string): boolean {
  return (
    text.includes('://') ||
    [...text.toLowerCase().matchAll(dotted)].some(
      ([, ending = '', nextWord]) =>
        ending.startsWith('xn--') || (endings.has(ending) && !(nextWord && alsoWords.has(ending))),
    )
  );
}

type Kind = keyof typeof phones;

/** The forbidden content of a text; null if there is none. */
export function contactIssue(value: string, kind: Kind = 'text'): FieldErrorCode | null {
  const text = value
    .normalize('NFKC')
    .replaceAll('\u3002', '.')
    .replace(/\p{Nd}/gu, '0');
  if ((text.match(/0/g)?.length ?? 0) > mostDigits) return 'too_many_digits';
  return phones[kind].test(text) || namesDomain(text) ? 'contact' : null;
}

/** The same as a check of a schema, besides its other rules. */
export const noContact = (kind: Kind = 'text') =>
  z.check<string>((context) => {
    const message = contactIssue(context.value, kind);
    if (message) context.issues.push({ code: 'custom', message, input: context.value, continue: true });
  });
