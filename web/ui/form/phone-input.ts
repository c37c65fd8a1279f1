import { digitsAbroad } from '#contract/phones.ts';

/** What typing or pasting leaves in a phone field: digits alone, the caret after the digit it was after. */
export function digitsOnly({ text, caret }: { text: string; caret: number }): { text: string; caret: number } {
  const strip = (part: string) => part.replace(/\D/g, '');
  return { text: strip(text), caret: strip(text.slice(0, caret)).length };
}

export type Phone = { code: string; number: string };

/**
 * What is dialled before a number inside its country, and how many digits a whole number has with it. The server knows
 * all countries.
 */
const trunks: Record<string, { prefix: string; digits: number }> = {
  '+1': { prefix: '1', digits: 11 },
  '+44': { prefix: '0', digits: 11 },
  '+61': { prefix: '0', digits: 10 },
  '+64': { prefix: '0', digits: 11 },
};

type PhoneText = {
  text: string;
  /** The chosen country code, and those on offer, with their plus. */
  code: string;
  codes: readonly string[];
  /** Nothing more is coming: it was pasted, or the field was left. */
  whole: boolean;
};

/**
 * The phone that was meant: `+44 20 7946 0018` or `0044 20…` brings its country, `1612…` under +1 and `020…` under +44
 * lose the digit that is dialled inside the country alone. A plus whose country is not known yet, or not on offer,
 * stays.
 */
export function phoneOf({ text, code, codes, whole }: PhoneText): Phone {
  const compact = text.replace(/[^\d+]/g, '');
  const abroad = digitsAbroad(compact, code);
  if (abroad === null) return withoutTrunk({ code, number: compact.replace(/\D/g, '') }, whole);
  const fitting = codes
    .filter((one) => abroad.startsWith(one.slice(1)))
    .sort((one, other) => other.length - one.length)[0];
  const maybeLonger = codes.some((one) => one !== fitting && one.slice(1).startsWith(abroad));
  if (fitting === undefined || (maybeLonger && !whole))
    return { code, number: compact[0] + compact.slice(1).replace(/\D/g, '') };
  return withoutTrunk({ code: fitting, number: abroad.slice(fitting.length - 1) }, whole);
}

function withoutTrunk({ code, number }: Phone, whole: boolean): Phone {
  const trunk = trunks[code];
  if (!trunk || !number.startsWith(trunk.prefix)) return { code, number };
  const isWhole = number.length === trunk.digits || (whole && trunk.prefix === '0' && number.length > 8);
  return { code, number: isWhole ? number.slice(1) : number };
}
