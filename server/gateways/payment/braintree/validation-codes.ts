import type { RejectedField, Rejection, Unknown } from '../port.ts';

const fieldsByCode: Record<string, RejectedField> = {
  '81703': 'number',
  '81706': 'cvv',
  '81707': 'cvv',
  '81709': 'expirationDate',
  '81710': 'expirationDate',
  '81711': 'expirationDate',
  '81712': 'expirationDate',
  '81713': 'expirationDate',
  '81714': 'number',
  '81715': 'number',
  '81716': 'number',
  '81717': 'number',
  '81736': 'cvv',
  '81737': 'billing',
  '81750': 'number',
  '81571': 'authentication',
  '91568': 'authentication',
  '91570': 'authentication',
  '91584': 'authentication',
  '91585': 'authentication',
  '94268': 'authentication',
  '94270': 'authentication',
  '94271': 'authentication',
  '94284': 'authentication',
  '94285': 'authentication',
  '82902': 'one_time_account',
  '91508': 'payment_method',
  '91517': 'payment_method',
  '91518': 'payment_method',
  '91564': 'payment_method',
  '91565': 'payment_method',
  '91566': 'payment_method',
  '91567': 'payment_method',
  '91569': 'payment_method',
  '91731': 'payment_method',
  '91732': 'payment_method',
  '91733': 'payment_method',
  '93103': 'payment_method',
  '93107': 'payment_method',
  '93108': 'payment_method',
  '93109': 'payment_method',
};

/** Ranges of codes about one field, first match first. */
const fieldsByPrefix: readonly [prefix: string, field: RejectedField][] = [
  ['818', 'billing'],
  ['918', 'billing'],
  ['816', 'customer'],
  ['916', 'customer'],
  ['815', 'amount'],
];

/**
 * Errors about the idempotency key itself say nothing about the key's first request, so they prove nothing. 915232
 * another request under the key, 915233 in flight, 915234 and 915235 the first request failed in an unknown way.
 */
const unprovenCodes: Record<string, Unknown['cause']> = {
  '915232': 'key_conflict',
  '915233': 'in_flight',
  '915234': 'key_conflict',
  '915235': 'server_error',
};

/** What the gateway rejected before it charged anything; `unreadable` if it names no error. */
export function rejectionOf(codes: readonly string[]): Rejection | Unknown {
  if (codes.length === 0) return { outcome: 'unknown', cause: 'unreadable' };
  const unproven = codes.map((code) => unprovenCodes[code]).find((cause) => cause !== undefined);
  if (unproven !== undefined) return { outcome: 'unknown', cause: unproven };
  return { outcome: 'rejected', errors: codes.map((code) => ({ field: fieldOf(code), code })) };
}

function fieldOf(code: string): RejectedField {
  return fieldsByCode[code] ?? fieldsByPrefix.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'other';
}

export type GatewayResult = { success: boolean; errors?: { deepErrors(): { code: string }[] } };

/** The validation codes of a refused call; null if it succeeded. */
export function codesOrNull({ success, errors }: GatewayResult): string[] | null {
  return success ? null : (errors?.deepErrors() ?? []).map(({ code }) => code);
}
