import { timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { GatewayRequest, Refused } from './gateway-context.ts';
import { signatureOf, storedSecret } from './identifiers.ts';
import { accountOf } from './merchant-accounts.ts';
import { isParams, text } from './params.ts';
import type { Store } from './store.ts';
import { type ValidationError, validationError } from './validation-errors.ts';

const clientTokenLifeMs = 24 * 60 * 60 * 1000;

type Authority = { store: Store; clock: Clock; merchantId: string };

const versions = new Set(['1', '2', '3']);

/** A client token for what a merchant's server requested: its version, a customer, a merchant account. */
export function createClientToken({ context, params }: GatewayRequest): { clientToken: string } | Refused {
  const version = text(params, 'version') ?? '1';
  const customerId = text(params, 'customer_id');
  const merchantAccountId = accountOf(params);
  const errors: ValidationError[] = [];
  const fail = (attribute: string, code: string) => errors.push(validationError('client_token', attribute, code));
  if (!versions.has(version)) fail('version', '92806');
  if (customerId !== null && !context.store.customers.get(customerId)) fail('customer_id', '92804');
  if (merchantAccountId === null) fail('merchant_account_id', '92807');
  if (errors.length > 0 || merchantAccountId === null) return { errors };
  const content = clientTokenContent({ ...context, customerId, merchantAccountId, version: Number(version) });
  return { clientToken: version === '1' ? content : Buffer.from(content).toString('base64') };
}

/**
 * The content that the browser SDK decodes: JSON, in base64 from version 2 on. `sandbox` contains the addresses of our
 * own card fields, wallet windows and authentication frame.
 */
function clientTokenContent({
  publicUrl,
  customerId,
  merchantAccountId,
  version,
  ...authority
}: Authority & {
  publicUrl: string;
  customerId: string | null;
  merchantAccountId: string;
  version: number;
}): string {
  const clientApiUrl = `${publicUrl}/merchants/${authority.merchantId}/client_api`;
  const token = {
    version,
    authorizationFingerprint: createFingerprint({ ...authority, customerId }),
    configUrl: `${clientApiUrl}/v1/configuration`,
    merchantId: authority.merchantId,
    merchantAccountId,
    environment: 'sandbox',
    clientApiUrl,
    assetsUrl: publicUrl,
    authUrl: publicUrl,
    challenges: [],
    threeDSecureEnabled: true,
    paypalEnabled: true,
    venmo: 'sandbox',
    sandbox: {
      cardFieldsUrl: `${publicUrl}/card-fields`,
      walletsUrl: `${publicUrl}/wallets`,
      threeDSecureUrl: `${publicUrl}/three-d-secure`,
    },
  };
  return JSON.stringify(token);
}

function createFingerprint({
  store,
  clock,
  merchantId,
  customerId,
}: Authority & { customerId: string | null }): string {
  const expiresAt = clock.now().getTime() + clientTokenLifeMs;
  const claims = Buffer.from(JSON.stringify({ merchantId, customerId, expiresAt })).toString('base64url');
  return `${claims}.${signatureOf({ secret: storedSecret({ store, name: 'client-token' }), text: claims })}`;
}

/** True for a fingerprint of this merchant's client token that is younger than 24 hours. */
export function isFingerprintValid({
  store,
  clock,
  merchantId,
  fingerprint,
}: Authority & { fingerprint: string }): boolean {
  const [claims = '', signature = ''] = fingerprint.split('.');
  const expected = Buffer.from(signatureOf({ secret: storedSecret({ store, name: 'client-token' }), text: claims }));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return false;
  const parsed: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  return (
    isParams(parsed) &&
    parsed['merchantId'] === merchantId &&
    typeof parsed['expiresAt'] === 'number' &&
    parsed['expiresAt'] > clock.now().getTime()
  );
}
