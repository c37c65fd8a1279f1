import * as z from 'zod/mini';
import { day, isEmail } from '../fields/fields.ts';
import { formatCents } from '../fields/money.ts';
import { emailForm, normaliseText } from '../fields/typed-text.ts';

const common = { name: z.string(), label: z.string(), hint: z.optional(z.string()) };

/**
 * The inputs of an action, besides its reason. Money in cents, days as `2026-11-23`; `private`: not stored in the log.
 */
export const actionInput = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('money'), mostCents: z.int(), initial: z.optional(z.int()) }),
  z.object({ ...common, kind: z.literal('number'), least: z.int(), most: z.int(), initial: z.optional(z.int()) }),
  z.object({ ...common, kind: z.literal('email'), initial: z.optional(z.string()) }),
  z.object({ ...common, kind: z.literal('date'), from: day, until: day, initial: z.optional(day) }),
  z.object({
    ...common,
    kind: z.literal('text'),
    most: z.int(),
    private: z.optional(z.boolean()),
    initial: z.optional(z.string()),
  }),
  z.object({
    ...common,
    kind: z.literal('choice'),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    initial: z.optional(z.string()),
  }),
]);
export type ActionInput = z.output<typeof actionInput>;

/** Cents and numbers as numbers, everything else as text. */
export const inputValues = z.record(z.string(), z.union([z.string().check(z.maxLength(500)), z.number()]));
export type InputValues = z.output<typeof inputValues>;
type Value = InputValues[string];

const figures = /^\d{1,7}$/;
const amount = /^(\d{1,7})(?:[.,](\d{1,2}))?$/;

/** A field's input as it is sent; NaN if it is not a number. */
export function typedValue({ kind }: ActionInput, typed: string): Value {
  const text = kind === 'email' ? emailForm(typed) : normaliseText(typed);
  if (kind === 'number') return figures.test(text) ? Number(text) : Number.NaN;
  if (kind !== 'money') return text;
  const [, whole, part = ''] = amount.exec(text) ?? [];
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** The field's initial value. */
export function initialText(input: ActionInput): string {
  if (input.initial === undefined) return '';
  return input.kind === 'money' ? (input.initial / 100).toFixed(2) : String(input.initial);
}

const isBetween = (value: Value | undefined, least: number, most: number) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;

/** Control characters, lone surrogates, and invisible characters. */
const unseen = /\p{C}/u;

/** What is wrong with a value, in words for staff; null if it may be sent. */
export function inputProblem(input: ActionInput, value: Value | undefined): string | null {
  switch (input.kind) {
    case 'money':
      return isBetween(value, 1, input.mostCents)
        ? null
        : `Enter an amount from US$0.01 to ${formatCents(input.mostCents)}, such as 12.50.`;
    case 'number':
      return isBetween(value, input.least, input.most)
        ? null
        : `Enter a whole number from ${input.least} to ${input.most}.`;
    case 'email':
      return typeof value === 'string' && isEmail(value) ? null : 'Enter an email address.';
    case 'date':
      return typeof value === 'string' && day.safeParse(value).success && value >= input.from && value <= input.until
        ? null
        : `Choose a day from ${input.from} to ${input.until}.`;
    case 'text':
      if (typeof value !== 'string' || value.trim() === '' || value.length > input.most)
        return `Enter something, at most ${input.most} characters.`;
      return unseen.test(value) ? "Type it again: it has a character that can't be seen." : null;
    case 'choice':
      return input.options.some((option) => option.value === value) ? null : 'Choose one.';
  }
}

/** A value as it is shown to the person who confirms it. */
export function inputText(input: ActionInput, value: Value | undefined): string {
  if (input.kind === 'money') return formatCents(Number(value));
  if (input.kind === 'choice') return input.options.find((option) => option.value === value)?.label ?? '';
  return String(value ?? '');
}

/** The inputs that are logged permanently: none that could identify or contact a person. */
export function loggedInputs(inputs: readonly ActionInput[], values: InputValues): InputValues {
  const isKept = (input: ActionInput) => input.kind !== 'email' && !(input.kind === 'text' && input.private);
  return Object.fromEntries(inputs.filter(isKept).map(({ name }) => [name, values[name] ?? '']));
}
