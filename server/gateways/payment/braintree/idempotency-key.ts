import { codesOrNull, type GatewayResult } from './validation-codes.ts';

const notAllowed = '915231';
/**
 * 915231: the merchant may not use keys. 915234, 915235: the gateway stores the failure of the key's first request and
 * accepts no other one under it.
 */
const unusable = new Set([notAllowed, '915234', '915235']);

/**
 * Whether the gateway rejected a request because of the key alone: the same request may follow without one, if the
 * caller has checked since the last send that it was not executed.
 */
export function refusesKey(answer: GatewayResult, onKeysNotAllowed: () => void): boolean {
  const codes = codesOrNull(answer) ?? [];
  if (codes.includes(notAllowed)) onKeysNotAllowed();
  return codes.some((code) => unusable.has(code));
}
