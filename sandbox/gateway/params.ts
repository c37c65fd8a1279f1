/**
 * A request body as the SDK sends it: JSON with snake_case keys. Reading it never throws; a missing value, or one of
 * another type, is null.
 */
export type Params = { readonly [key: string]: unknown };

const none: Params = Object.freeze({});

export function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function section(params: unknown, ...keys: string[]): Params {
  let at: unknown = params;
  for (const key of keys) at = isParams(at) ? at[key] : undefined;
  return isParams(at) ? at : none;
}

export function hasSection(params: Params, key: string): boolean {
  return isParams(params[key]);
}

export function text(params: Params, key: string): string | null {
  const value = params[key];
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}

export function flag(params: Params, key: string): boolean {
  return params[key] === true || params[key] === 'true';
}

/** Browsers send camelCase, servers snake_case: one format for both. */
export function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (!isParams(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCased(each),
    ]),
  );
}

export function camelCased(value: unknown): unknown {
  if (!isParams(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      camelCased(each),
    ]),
  );
}
