import { sql } from 'kysely';
import type { Route, Schema } from '#contract/api/route.ts';
import type { Db } from '#server/db/pool.ts';
import { hashSecret } from '#server/secret.ts';

/** Kinds of row that a caller can name, each with a statement for all rows: id and owner. */
const kinds = {
  person: `select id::text, id as owner from users
    union select id::text, created_by_professional_id from users`,
  family: `select family_id::text as id, id as owner from users
    union select family_id::text, created_by_professional_id from users`,
  plan: 'select id::text, user_id as owner from subscriptions union select id::text, payer_user_id from subscriptions',
  order: 'select id::text, user_id as owner from orders',
  document: 'select id::text, user_id as owner from documents',
  proof: 'select id::text, user_id as owner from enrolment_proofs',
  passkey: 'select id::text, user_id as owner from passkeys',
  session: 'select id::text, user_id as owner from sessions',
  bundle: 'select id::text, professional_id as owner from code_bundles',
  'sign-up': 'select id::text, id as owner from registrations',
  submission: `select idempotency_key as id, orders.user_id as owner from payment_attempts
    left join orders on orders.attempt_id = payment_attempts.id
    union select idempotency_key, subject_id from payment_attempts`,
  'mailed change': `select id::text, user_id as owner from single_use_tokens where purpose = 'EMAIL_CHANGE'`,
} as const;
export type Kind = keyof typeof kinds;

/** Fields by the kind of row they name; the whole route where the field name alone is ambiguous. */
const named: Record<string, Kind> = {
  subscriptionId: 'plan',
  userId: 'person',
  parentIds: 'person',
  familyId: 'family',
  familyIds: 'family',
  orderId: 'order',
  documentId: 'document',
  proofId: 'proof',
  passkeyId: 'passkey',
  sessionId: 'session',
  bundleId: 'bundle',
  signupId: 'sign-up',
  limboId: 'sign-up',
  'GET /v2/registrations/:signupId/payment key': 'submission',
  'GET /v2/invites/payment key': 'submission',
  'GET /v2/account/upgrades/payment key': 'submission',
  'GET /v2/account/subscriptions/:subscriptionId/restart/payment key': 'submission',
  'GET /v2/professional/cases/:familyId/payment key': 'submission',
  'GET /v2/professional/code-bundles/:bundleId/payment key': 'submission',
  'GET /v2/professional/unpaid-orders/:orderId/payment key': 'submission',
  'POST /v2/account/profile/email/confirmation token': 'mailed change',
};

/** Fields that look like the name of a row but are not: of the catalogue, of a page, of a vendor. */
const names = ['packageId', 'productId', 'messageId', 'anonymousId', 'segmentAnonymousId', 'taxId', 'eventId', 'rawId'];
const countries = ['countryCode', 'phoneCountryCode', 'postalCode'];
/** Secrets give access to whoever holds them: each has its end in `secrets-that-end.test.ts`. */
const secrets = [
  'code',
  'securityCode',
  'confirmCode',
  'factorCode',
  'securityCodeConfirm',
  'verificationCode',
  'paymentCodes',
  'promoCodes',
  '_at',
  'POST /v2/resume-links/exchange token',
  'GET /v2/calendar.ics key',
  'GET /v2/courts/:key key',
  'POST /v2/invite-stops/:token token',
];
/** Chosen by the caller: a vendor's session, the id of a signing credential, a suggestion. */
const ofVendors = ['sessionToken', 'POST /v2/place-resolutions id', 'passkey.id', 'response.id'];
/** Anybody's rows, for a service or for staff with the role; for another subject see the test. */
const ofAll = /^\w+ \/v\d\/(staff|entitlements)\//;
/** Proved first by a mailed code. */
const proven = ['mobilePhone userId', 'sendUsernameRecoveryEmail userId'];
const isNoRow = (field: string): boolean =>
  [...names, ...countries, ...secrets, ...ofVendors, ...proven].some((end) =>
    new RegExp(`(^|[ ./])${end}$`).test(field),
  );

const looksLikeRow = /(^id|Ids?|[tT]okens?|^key|Key|[cC]odes?|^user|^subject|^_at|^number)$/;

export type NamedField = { in: 'params' | 'query' | 'body'; path: string[]; kind: Kind };
type Def = { shape?: Record<string, Schema>; element?: Schema; options?: Schema[]; innerType?: Schema; in?: Schema };

/** Every path of an object's fields, through lists, unions and wrapped schemas. */
function pathsOf(schema: Schema | undefined): string[][] {
  if (!schema) return [];
  const { shape, element, options, innerType, in: before } = schema._zod.def as unknown as Def;
  if (shape)
    return Object.entries(shape).flatMap(([name, one]) => [[name], ...pathsOf(one).map((rest) => [name, ...rest])]);
  if (element) return pathsOf(element).map((rest) => ['[]', ...rest]);
  return [...(options ?? []), innerType, before].flatMap(pathsOf);
}

/** The fields by which a call can name a row. Throws for a field that looks like one and is not listed. */
export function namedFields(route: Route): NamedField[] {
  const call = `${route.method} ${route.path}`;
  if (ofAll.test(call)) return [];
  return (['params', 'query', 'body'] as const).flatMap((place) =>
    pathsOf(route[place]).flatMap((path): NamedField[] => {
      const name = path.at(-1) ?? '';
      if (!looksLikeRow.test(name) || isNoRow(`${call} ${path.join('.')}`)) return [];
      const kind = named[`${call} ${name}`] ?? named[name];
      if (!kind) throw new Error(`${call}: say in named-rows.ts which row “${path.join('.')}” names`);
      return [{ in: place, path, kind }];
    }),
  );
}

export type OwnedRow = { id: string; owner: string | null };

/** Every row of a kind. */
export async function rowsOfKind(db: Db, kind: Kind): Promise<OwnedRow[]> {
  return (await sql<OwnedRow>`${sql.raw(kinds[kind])}`.execute(db)).rows.filter(({ id }) => id !== null);
}

/** The users whom the headers of a call authenticate, with their plans: they own everything that is theirs. */
export async function ownersBy(db: Db, headers: Record<string, string>): Promise<string[]> {
  const [, session = ''] = /session=([^;]+)/.exec(headers['cookie'] ?? '') ?? [];
  const hashes = [session, headers['x-registration-key'] ?? '', headers['x-invite-token'] ?? ''].map(hashSecret);
  const { rows } = await sql<{ id: string }>`
    with own as (select user_id as id from sessions where token_hash = any(${hashes})
      union select id from registrations where key_hash = any(${hashes})
      union select user_id from invites where token_hash = any(${hashes}))
    select id from own union select subscriptions.id from subscriptions join own on own.id = user_id
    union select code_bundles.id from code_bundles join own on own.id = professional_id`.execute(db);
  return rows.map(({ id }) => id);
}
