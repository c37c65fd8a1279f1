import { timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.ts';
import { keptSecret, signed } from './identifiers.ts';
import { isParams } from './params.ts';
import type { Store } from './store.ts';

const clientTokenLifeMs = 24 * 60 * 60 * 1000;

type Authority = { store: Store; clock: Clock; merchantId: string };

/**
 * Base64 JSON, version 2, as the browser SDK decodes it; `sandbox` tells our own card fields, wallet windows and
 * authentication frame where they are.
 */
export function createClientToken({
  publicUrl,
  customerId,
  ...authority
}: Authority & { publicUrl: string; customerId: string | null }): string {
  const clientApiUrl = `${publicUrl}/merchants/${authority.merchantId}/client_api`;
  const token = {
    version: 2,
    authorizationFingerprint: createFingerprint({ ...authority, customerId }),
    configUrl: `${clientApiUrl}/v1/configuration`,
    merchantId: authority.merchantId,
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
  return Buffer.from(JSON.stringify(token)).toString('base64');
}

function createFingerprint({
  store,
  clock,
  merchantId,
  customerId,
}: Authority & { customerId: string | null }): string {
  const expiresAt = clock.now().getTime() + clientTokenLifeMs;
  const claims = Buffer.from(JSON.stringify({ merchantId, customerId, expiresAt })).toString('base64url');
  return `${claims}.${signed({ secret: keptSecret({ store, name: 'client-token' }), text: claims })}`;
}

/** True for a fingerprint of this merchant's client token that is younger than 24 hours. */
export function fingerprintHolds({
  store,
  clock,
  merchantId,
  fingerprint,
}: Authority & { fingerprint: string }): boolean {
  const [claims = '', signature = ''] = fingerprint.split('.');
  const expected = Buffer.from(signed({ secret: keptSecret({ store, name: 'client-token' }), text: claims }));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
  const parsed: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  return (
    isParams(parsed) &&
    parsed['merchantId'] === merchantId &&
    typeof parsed['expiresAt'] === 'number' &&
    parsed['expiresAt'] > clock.now().getTime()
  );
}
