import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  askPasskeyChallenge,
  askFactorReset as askResetRoute,
  finishSecondStep,
  signInWithPasskey as passkeyRoute,
  readSecondStep,
} from '#contract/api/second-factors.ts';
import { securityQuestionOf } from '../identity/check-security-answer.ts';
import { deviceOf } from '../identity/device.ts';
import { openReset, requestFactorReset } from '../identity/second-factor/factor-reset.ts';
import { readFactors } from '../identity/second-factor/factors.ts';
import { authenticationOptions } from '../identity/second-factor/passkey.ts';
import { findSecondStep, signInWithCode } from '../identity/second-factor/second-step.ts';
import { signInWithPasskey } from '../identity/second-factor/sign-in-with-passkey.ts';
import { nameSubject } from '../identity/sign-in-name.ts';
import type { Subjects } from '../rate-limits/rate-limiter.ts';
import { refuse } from '../refusal.ts';
import { addressAt, otherPasskeySite } from '../sites.ts';
import { answerQuestion } from './answer-question.ts';
import { bind } from './bind.ts';
import { provenCaller } from './guards.ts';
import { forgiveCodes, secondFactorSubjects } from './known-device.ts';
import { siteOf } from './request-site.ts';
import { bearerToken } from './request-token.ts';
import { answerSignedIn, type SignInDependencies } from './routes/sign-in.ts';
import { signingBrowser } from './signed-in.ts';

/** The second step of a sign-in, the sign-in by passkey that needs none, and recovery when every factor is lost. */
export function secondStepRoutes(app: FastifyInstance, dependencies: SignInDependencies): void {
  const { db, clock, rateLimiter, sites } = dependencies;
  /** The row's guard has admitted the token; it may have been used up since. */
  const stepOf = (headers: { authorization: string }) =>
    findSecondStep(db, { token: bearerToken(headers), at: clock.now() });
  const subjects = async ({ request }: { request: FastifyRequest }): Promise<Subjects> => {
    const { account } = provenCaller(request);
    return account === undefined ? {} : secondFactorSubjects(request, account);
  };

  bind(app, readSecondStep, async ({ headers, request }) => {
    const step = await stepOf(headers);
    if (!step) return refuse('TOKEN_INVALID');
    const { totp, passkeys, recoveryCodesLeft } = await readFactors(db, step.userId);
    const places = passkeys.map(({ domain }) => otherPasskeySite(sites, { domain, here: siteOf(request) }));
    const passkey = places.includes(null);
    const [elsewhere] = passkey ? [] : places;
    return {
      totp: totp !== null,
      passkey,
      passkeyLogin: elsewhere ? addressAt(elsewhere, '/app/login').href : null,
      recoveryCodes: recoveryCodesLeft > 0,
      securityQuestion: await securityQuestionOf(db, step.userId),
      resetAt: (await openReset(db, step.userId))?.dueAt.toISOString() ?? null,
    };
  });
  bind(
    app,
    finishSecondStep,
    async ({ headers, body, request, reply }) => {
      const counted = await subjects({ request });
      const signedIn = await signInWithCode(dependencies, {
        token: bearerToken(headers),
        code: body.code,
        browser: signingBrowser(request, body),
      });
      if ('refused' in signedIn) return signedIn;
      await forgiveCodes(rateLimiter, counted);
      await rateLimiter.forgive('sign-in', 'name', nameSubject(signedIn.user.username ?? ''));
      return answerSignedIn(dependencies, { signedIn, redirect: body.redirect, request, reply });
    },
    { 'second-factor': { subjects } },
  );
  bind(app, askResetRoute, async ({ headers, body, request }) => {
    const step = await stepOf(headers);
    if (!step) return refuse('TOKEN_INVALID');
    // Somebody who has chosen a security question answers it, with the code, before every factor can be removed.
    const answered = await answerQuestion(dependencies, { userId: step.userId, ...body }, 'security-answer');
    if (answered !== null && 'refused' in answered) return answered;
    const device = deviceOf(request.headers['user-agent']);
    const reset = await requestFactorReset(dependencies, {
      userId: step.userId,
      token: bearerToken(headers),
      device,
    });
    return 'refused' in reset ? reset : { resetAt: reset.dueAt.toISOString() };
  });
  bind(app, askPasskeyChallenge, async ({ request }) => ({
    options: { ...(await authenticationOptions(db, siteOf(request), clock.now())) },
  }));
  bind(app, passkeyRoute, async ({ body, request, reply }) => {
    const signedIn = await signInWithPasskey(dependencies, {
      response: body.response,
      browser: signingBrowser(request, body),
      site: siteOf(request),
    });
    if ('refused' in signedIn) return signedIn;
    return answerSignedIn(dependencies, { signedIn, redirect: body.redirect, request, reply });
  });
}
