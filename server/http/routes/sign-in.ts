import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changePassword as changeRoute, signIn as signInRoute } from '#contract/api/sign-in.ts';
import { homeOf, homeRedirect } from '#contract/sign-in/home-redirect.ts';
import { changePassword } from '../../identity/change-password.ts';
import { deviceOf } from '../../identity/device.ts';
import { decoyHash } from '../../identity/password.ts';
import type { FactorDependencies } from '../../identity/second-factor/manage-factors.ts';
import type { SignedIn } from '../../identity/session-repository.ts';
import { signIn } from '../../identity/sign-in.ts';
import type { RateLimiter } from '../../rate-limits/rate-limiter.ts';
import { refuse } from '../../refusal.ts';
import { hashSecret, sameHash, type TokenMaker } from '../../secret.ts';
import { bind } from '../bind.ts';
import { acceptFormValues } from '../form-values.ts';
import { setDeviceCookie, signInSubjects } from '../known-device.ts';
import { setSessionCookie, signingBrowser } from '../signed-in.ts';

export type SignInDependencies = FactorDependencies & { makeToken: TokenMaker; rateLimiter: RateLimiter };

/** The value of `_at`: proves that the page, and not another site, sent the form. Useless without the cookie. */
export function sessionAuth(makeToken: TokenMaker, sessionId: string): string {
  return makeToken('SESSION_AUTH', sessionId);
}

/**
 * The response to every sign-in, by password, second factor or passkey: cookies of session and device, and the next
 * page.
 */
export async function answerSignedIn(
  { makeToken }: Pick<SignInDependencies, 'makeToken'>,
  {
    signedIn: { user, session },
    redirect,
    request,
    reply,
  }: { signedIn: SignedIn; redirect: string | undefined; request: FastifyRequest; reply: FastifyReply },
) {
  setSessionCookie(reply, session);
  await setDeviceCookie(request, reply, {
    userId: user.id,
    loggedInOn: deviceOf(request.headers['user-agent']),
  });
  return {
    url: homeOf[user.role],
    redirectUrl: homeRedirect(redirect),
    auth: sessionAuth(makeToken, session.id),
    userId: user.id,
  };
}

/** Signing in, and changing the password. */
export async function signInRoutes(app: FastifyInstance, dependencies: SignInDependencies): Promise<void> {
  const { makeToken, rateLimiter } = dependencies;
  // Created before the first call, so that the first unknown name takes no longer than the next.
  await decoyHash();
  acceptFormValues(app);
  bind(
    app,
    signInRoute,
    async ({ body, request, reply }) => {
      const { username, password, redirect } = body;
      const signedIn = await signIn(dependencies, {
        credentials: { username, password },
        browser: signingBrowser(request, body),
      });
      if ('refused' in signedIn) return signedIn;
      // A known device is not blocked by attempts of strangers, and gives them no further ones.
      const { name } = await signInSubjects(request, username);
      if (name !== undefined) await rateLimiter.forgive('sign-in', 'name', name);
      return answerSignedIn(dependencies, { signedIn, redirect, request, reply });
    },
    { 'sign-in': { subjects: ({ body, request }) => signInSubjects(request, body.username) } },
  );
  bind(app, changeRoute, async ({ body, query, session, request, reply }) => {
    if (!sameHash(hashSecret(query._at), hashSecret(sessionAuth(makeToken, session.id)))) return refuse('FORBIDDEN');
    const changed = await changePassword(dependencies, {
      session,
      ...body,
      device: deviceOf(request.headers['user-agent']),
    });
    if ('refused' in changed) return changed;
    await setDeviceCookie(request, reply, { userId: session.user.id });
    setSessionCookie(reply, changed);
    return { changed: true as const, auth: sessionAuth(makeToken, changed.id) };
  });
}
