import type { FieldValues, Path } from 'react-hook-form';

type WithoutIndexes<P extends string> = P extends `${infer Before}.${number}.${infer After}`
  ? `${Before}.${WithoutIndexes<After>}`
  : P;

/** Labels of a form, by path without list positions: `children.firstName`. A label receives its position, from 0. */
export type FieldLabels<Values extends FieldValues> = Partial<
  Record<WithoutIndexes<Path<Values>>, (position: number) => string>
>;

/** `children.2.firstName` gives `{ key: 'children.firstName', position: 2 }`. */
export function splitPath(path: string): { key: string; position: number } {
  const position = /(?:^|\.)(\d+)(?=\.|$)/.exec(path)?.[1] ?? '0';
  return { key: path.replace(/\.\d+(?=\.|$)/g, ''), position: Number(position) };
}

/** A label inside a sentence or before a colon: without question marks. */
export function nameOf(label: string): string {
  return label.replace(/^¿|[?:]$/g, '');
}

/** All messages in a nested errors object, with their paths, in order. */
export function flattenErrors(errors: object, prefix = ''): { path: string; message: string }[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null || key === 'ref') return [];
    const path = prefix ? `${prefix}.${key}` : key;
    if ('message' in value && typeof value.message === 'string' && 'type' in value)
      return [{ path, message: value.message }];
    return flattenErrors(value, path);
  });
}
