import { createPublicKey, type JsonWebKeyInput, verify } from 'node:crypto';

type Claims = {
  iss?: string;
  aud?: string;
  exp?: number;
  sid?: string;
  sub?: string;
  nonce?: unknown;
  events?: Record<string, unknown>;
};
type Expected = { issuer: string; clientId: string; keys: (JsonWebKeyInput['key'] & { kid?: string })[] };

const event = 'http://schemas.openid.net/event/backchannel-logout';
const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown;

/** The issuer that a logout token claims; nothing is verified yet. */
export function unverifiedIssuer(token: string): string | null {
  try {
    return (read(token.split('.')[1] ?? '') as Claims).iss ?? null;
  } catch {
    return null;
  }
}

/**
 * The ended session of a logout token by OpenID Connect Back-Channel Logout 1.0 (2.6); null for anything else, because
 * otherwise anybody could sign people out.
 */
export function verifiedSessionId(token: string, { issuer, clientId, keys }: Expected): string | null {
  const [head = '', body = '', signature = ''] = token.split('.');
  try {
    const { alg, kid } = read(head) as { alg?: string; kid?: string };
    const key = keys.find((one) => one.kid === kid);
    if (alg !== 'RS256' || !key) return null;
    const signed = Buffer.from(`${head}.${body}`);
    const publicKey = createPublicKey({ key, format: 'jwk' });
    if (!verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))) return null;
    const { iss, aud, exp = 0, sid, nonce, events } = read(body) as Claims;
    const isValid = iss === issuer && aud === clientId && exp * 1000 > Date.now() && nonce === undefined;
    return isValid && events?.[event] ? (sid ?? null) : null;
  } catch {
    return null;
  }
}
