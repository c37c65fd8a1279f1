/** The code of an error thrown by braintree-web, with the details that some of them carry. */
export function readBraintreeError(thrown: unknown): { code: string; details: Record<string, unknown> } {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown) || typeof thrown.code !== 'string')
    return { code: '', details: {} };
  const details =
    'details' in thrown && typeof thrown.details === 'object' && thrown.details !== null ? thrown.details : {};
  return { code: thrown.code, details: { ...details } };
}
