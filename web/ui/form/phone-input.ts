import { digitsAbroad, withoutPrefix } from '#contract/fields/phones.ts';

/** Keeps only the digits of a phone field, with the caret after the same digit. */
export function digitsOnly({ text, caret }: { text: string; caret: number }): { text: string; caret: number } {
  const strip = (part: string) => part.replace(/\D/g, '');
  return { text: strip(text), caret: strip(text.slice(0, caret)).length };
}

export type Phone = { code: string; number: string };

/** A zero before a complete number is dialled only inside these countries, even where numbers vary in length. */
const dialledWithZero = ['+44', '+61', '+64'];

type PhoneText = {
  text: string;
  /** The selected country code, and those on offer, each with its plus. */
  code: string;
  codes: readonly string[];
  /** The input is complete: it was pasted, or the field was left. */
  isComplete: boolean;
};

/**
 * Normalises a phone: `+44 20 7946 0018` or `0044 20…` sets the country, `1612…` under +1 and `020…` under +44 lose
 * their trunk prefix. A plus whose country is unknown yet, or not on offer, stays.
 */
export function phoneOf({ text, code, codes, isComplete }: PhoneText): Phone {
  const compact = text.replace(/[^\d+]/g, '');
  const abroad = digitsAbroad(compact, code);
  if (abroad === null) return withoutTrunk({ code, number: compact.replace(/\D/g, '') }, isComplete);
  const matchingCode = codes
    .filter((one) => abroad.startsWith(one.slice(1)))
    .sort((one, other) => other.length - one.length)[0];
  const maybeLonger = codes.some((one) => one !== matchingCode && one.slice(1).startsWith(abroad));
  if (matchingCode === undefined || (maybeLonger && !isComplete))
    return { code, number: compact[0] + compact.slice(1).replace(/\D/g, '') };
  return withoutTrunk({ code: matchingCode, number: abroad.slice(matchingCode.length - 1) }, isComplete);
}

function withoutTrunk({ code, number }: Phone, isComplete: boolean): Phone {
  const rest = isComplete && dialledWithZero.includes(code) ? number.replace(/^0(?=\d{8,}$)/, '') : number;
  return { code, number: withoutPrefix({ code, number: rest }) };
}
