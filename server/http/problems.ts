import type { ProblemCode } from '#contract/error-codes.ts';
import { m } from '#messages/messages.js';

/** For each problem its HTTP status and what a person is told: what happened, whether money moved, what to do next. */
export const problems = {
  VALIDATION: { status: 400, text: m.problem_validation },
  REGISTRATION_EXPIRED: { status: 410, text: m.problem_registration_expired },
  STEP_MISSING: { status: 409, text: m.problem_step_missing },
  ALREADY_PAID: { status: 409, text: m.problem_already_paid },
  PARENT_HAS_PLAN: { status: 409, text: m.problem_parent_has_plan },
  NOT_PAID: { status: 409, text: m.problem_not_paid },
  QUOTE_CHANGED: { status: 409, text: m.problem_quote_changed },
  PAYMENT_DECLINED: { status: 402, text: m.problem_payment_declined },
  PAYMENT_METHOD_REJECTED: { status: 422, text: m.problem_payment_method_rejected },
  AUTHENTICATION_REQUIRED: { status: 402, text: m.decline_authentication_required },
  PAYMENT_IN_PROGRESS: { status: 409, text: m.problem_payment_in_progress },
  EMAIL_IN_PAYMENT: { status: 409, text: m.problem_email_in_payment },
  PAYMENT_UNAVAILABLE: { status: 503, text: m.problem_payment_unavailable },
  PACKAGE_NOT_OFFERED: { status: 409, text: m.problem_package_not_offered },
  COUNTRY_MISMATCH: { status: 409, text: m.problem_country_mismatch },
  RENEWAL_UNPAID: { status: 409, text: m.problem_renewal_unpaid },
  NOT_REFUNDABLE: { status: 409, text: m.problem_not_refundable },
  PAYMENT_DISPUTED: { status: 409, text: m.problem_payment_disputed },
  IDEMPOTENCY_MISMATCH: { status: 422, text: m.problem_idempotency_mismatch },
  INVITE_REQUEST_FAILED: { status: 400, text: m.problem_invite_request_failed },
  INVITE_TOKEN_INVALID: { status: 401, text: m.problem_invite_token_invalid },
  TOKEN_INVALID: { status: 401, text: m.problem_token_invalid },
  SIGN_IN_FAILED: { status: 401, text: m.problem_sign_in_failed },
  NOT_SIGNED_IN: { status: 401, text: m.problem_not_signed_in },
  FORBIDDEN: { status: 403, text: m.problem_forbidden },
  NOT_FOUND: { status: 404, text: m.problem_not_found },
  INVITE_IN_USE: { status: 409, text: m.problem_invite_in_use },
  CONFLICT: { status: 409, text: m.problem_conflict },
  STEP_INVALID: { status: 409, text: m.problem_validation },
  TOO_MANY_REQUESTS: { status: 429, text: m.problem_too_many_requests },
  TOO_LARGE: { status: 413, text: m.problem_too_large },
  UNREADABLE: { status: 400, text: m.problem_unreadable },
  NEW_RELEASE: { status: 409, text: m.problem_new_release },
  BUSY: { status: 503, text: m.problem_busy },
  UNEXPECTED: { status: 500, text: m.problem_unexpected },
} as const satisfies Record<
  ProblemCode,
  { status: number; text: (inputs: Record<string, never>, options: { locale: 'en' | 'es' }) => string }
>;
