import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { askAddressCode, checkAddressCode as checkRoute } from '#contract/api/address-codes.ts';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import { addressProofHours, checkAddressCode, emailProvenBy } from '../../identity/address-code.ts';
import { requestRecovery } from '../../identity/recovery-request.ts';
import { callerOf } from '../../rate-limits/network-address.ts';
import { type RateLimiter, tooMany } from '../../rate-limits/rate-limiter.ts';
import type { TokenMaker } from '../../secret.ts';
import { bind } from '../bind.ts';
import { cookieToken } from '../request-token.ts';
import { signedInDependencies } from '../signed-in.ts';

type Dependencies = { db: Db; clock: Clock; makeToken: TokenMaker; rateLimiter: RateLimiter; secureCookies: boolean };

function addressCookie({ secureCookies: secure }: { secureCookies: boolean }) {
  const name = secure ? '__Host-address-proof' : 'address-proof';
  const maxAge = addressProofHours * 3_600;
  return { name, options: { path: '/', httpOnly: true, secure, sameSite: 'strict', maxAge } as const };
}

/** The address that this browser has proved with a code; most have none, and need no query. */
export async function provenEmail(request: FastifyRequest): Promise<string | null> {
  const { db, clock, ...cookies } = signedInDependencies(request);
  return emailProvenBy(db, { token: cookieToken(request, addressCookie(cookies).name), at: clock.now() });
}

/** "This is my address", without an account. */
export function addressCodeRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, clock, rateLimiter } = dependencies;
  const { name, options } = addressCookie(dependencies);
  const give = (reply: FastifyReply, token: string) => void reply.setCookie(name, token, options);
  bind(app, askAddressCode, async ({ body, language, request, reply }) => {
    const by = { network: callerOf(request.ip).address };
    const sending = await rateLimiter.maySend('address-code', { to: normaliseEmail(body.email), by });
    const limited = tooMany(sending);
    if (limited) return limited;
    const params = { kind: 'ADDRESS', typed: body } as const;
    const isLeftOut = !sending.send;
    const { token } = await requestRecovery(db, { params, language, at: clock.now(), isLeftOut });
    give(reply, token);
    return { outcome: 'SENT' as const };
  });
  bind(app, checkRoute, ({ body: { code }, request }) =>
    checkAddressCode(dependencies, { token: cookieToken(request, name), code }),
  );
}
