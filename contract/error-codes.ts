/** Why a call was refused. A text comes with it; programs use only the code. */
export const problemCodes = [
  'VALIDATION',
  'REGISTRATION_EXPIRED',
  'STEP_MISSING',
  'ALREADY_PAID',
  'PARENT_HAS_PLAN',
  'NOT_PAID',
  'QUOTE_CHANGED',
  'PAYMENT_DECLINED',
  'PAYMENT_METHOD_REJECTED',
  'AUTHENTICATION_REQUIRED',
  'PAYMENT_IN_PROGRESS',
  'EMAIL_IN_PAYMENT',
  'PAYMENT_UNAVAILABLE',
  'COUNTRY_MISMATCH',
  'PACKAGE_NOT_OFFERED',
  'RENEWAL_UNPAID',
  'NOT_REFUNDABLE',
  'PAYMENT_DISPUTED',
  'CHARGES_SUSPENDED',
  'IDEMPOTENCY_MISMATCH',
  'INVITE_REQUEST_FAILED',
  'INVITE_TOKEN_INVALID',
  'INVITE_IN_USE',
  'TOKEN_INVALID',
  'SIGN_IN_FAILED',
  'NOT_SIGNED_IN',
  'ACCOUNT_FROZEN',
  'OLDER_PROOF_NEEDED',
  'FRESH_SIGN_IN_NEEDED',
  'SECOND_FACTOR_NEEDED',
  'SECOND_FACTOR_REQUIRED',
  'WRONG_CODE',
  'PASSKEY_FAILED',
  'SECURITY_ANSWER_WRONG',
  'SECURITY_TRIES_USED_UP',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'STEP_INVALID',
  'TOO_MANY_REQUESTS',
  'TOO_LARGE',
  'UNREADABLE',
  'NEW_RELEASE',
  'BUSY',
  'UNEXPECTED',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** Application statuses of the specification (section 8), in the body of a 4xx response. */
export const applicationStatus = { inviteRequestFailed: 111, inviteTokenInvalid: 112, forbidden: 403 } as const;

/** Field and text when the cause is unknown (specification 8). */
export const unknownField = 'unknown';

/** A field error that reports a possible duplicate person (specification 8). */
export function isDuplicateField(field: string): boolean {
  return field.endsWith('.duplicate');
}
