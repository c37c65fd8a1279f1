import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  askPassword,
  checkVerificationCode,
  disownAccount,
  readPasswordReset,
  recoverUsernameByEmail,
  recoverUsernameByPhone,
  resetPassword as resetRoute,
  sendUsernameRecoveryEmail,
} from '#contract/api/recovery.ts';
import type { Language } from '#contract/fields/languages.ts';
import { furtherProofOf, proveFurther } from '../../account/further-proof.ts';
import type { Texts } from '../../gateways/sms/port.ts';
import { disownByLink, mayBeAnothers, passwordResetOwner, resetPassword } from '../../identity/change-password.ts';
import { checkRecoveryCode, mailChosenUsername } from '../../identity/check-recovery-code.ts';
import { deviceOf } from '../../identity/device.ts';
import { phoneSubject } from '../../identity/find-people.ts';
import { codeLifeMinutes, requestRecovery } from '../../identity/recovery-request.ts';
import { hasSecondFactor } from '../../identity/second-factor/factors.ts';
import { nameSubject } from '../../identity/sign-in-name.ts';
import { findToken } from '../../identity/single-use-token.ts';
import { tooMany } from '../../rate-limits/rate-limiter.ts';
import { refuse, refuseFields } from '../../refusal.ts';
import { answerQuestion } from '../answer-question.ts';
import { bind } from '../bind.ts';
import { acceptFormValues } from '../form-values.ts';
import { codeCause, setDeviceCookie } from '../known-device.ts';
import { acceptedLanguage, callLanguage } from '../language.ts';
import { siteOf } from '../request-site.ts';
import { bearerToken, cookieToken } from '../request-token.ts';
import { sendRefusal } from '../send-refusal.ts';
import { clearSessionCookie } from '../signed-in.ts';
import type { SignInDependencies } from './sign-in.ts';

/** `es_MX` → `es`; a language that is not ours leaves the call's own. */
const languageOf = (localeString: string | undefined, fallback: Language) =>
  acceptedLanguage(localeString?.replace('_', '-')) ?? fallback;

const phoneOf = ({ countryCode, mobilePhoneNumber }: { countryCode: string; mobilePhoneNumber: string }) => ({
  phoneCountryCode: countryCode,
  phoneNumber: mobilePhoneNumber,
});

/** Ties a code to the requesting browser; expires with the code. */
function recoveryCookie(secure: boolean) {
  const name = secure ? '__Host-recovery' : 'recovery';
  const options = { path: '/', httpOnly: true, secure, sameSite: 'strict', maxAge: codeLifeMinutes * 60 } as const;
  return {
    give: (reply: FastifyReply, token: string) => void reply.setCookie(name, token, options),
    of: (request: FastifyRequest) => cookieToken(request, name),
  };
}

/**
 * Some of these calls are GETs that send mails and texts, because the specification defines them so: a page of another
 * site must not be able to make a browser send them.
 */
function refuseForeignReads(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const site = request.headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin' || site === 'none') return;
    sendRefusal({ reply, request, refusal: refuse('FORBIDDEN'), language: callLanguage(request) });
    return reply;
  });
}

/** Account recovery. The first three calls respond alike for everybody, and leave the work to a job (SEC1). */
export function recoveryRoutes(
  app: FastifyInstance,
  dependencies: SignInDependencies & Texts & { secureCookies: boolean },
): void {
  const { db, clock, rateLimiter, sms } = dependencies;
  const cookie = recoveryCookie(dependencies.secureCookies);
  refuseForeignReads(app);
  acceptFormValues(app);
  bind(app, askPassword, async ({ body, language }) => {
    await requestRecovery(db, { params: { kind: 'PASSWORD', typed: body }, language, at: clock.now() });
    return { result: 'SUCCESS' as const };
  });
  bind(app, recoverUsernameByEmail, async ({ query, language }) => {
    await requestRecovery(db, {
      params: { kind: 'USERNAME_BY_EMAIL', typed: { email: query.email } },
      language: languageOf(query.localeString, language),
      at: clock.now(),
    });
    return { result: 'SUCCESS' as const };
  });
  bind(
    app,
    recoverUsernameByPhone,
    async ({ query, language, request, reply }) => {
      if (sms === null) return refuseFields({ field: 'mobilePhoneNumber', code: 'texts_not_sent' });
      const { email, userId, localeString } = query;
      const phone = phoneOf(query);
      const by = await codeCause(request, phone);
      const sending = await rateLimiter.maySend('recovery-code', { to: phoneSubject(phone), by });
      const limited = tooMany(sending);
      if (limited) return limited;
      const typed = {
        ...phone,
        ...(email ? { email } : {}),
        ...(userId ? { userId } : {}),
      };
      const { token } = await requestRecovery(db, {
        params: { kind: 'USERNAME_BY_PHONE', typed },
        language: languageOf(localeString, language),
        at: clock.now(),
        isLeftOut: !sending.send,
      });
      cookie.give(reply, token);
      return { result: 'SUCCESS' as const, expiresInMinutes: codeLifeMinutes };
    },
    // A known device is counted separately, not with the others behind its address.
    {
      'ask-code': {
        subjects: async ({ query, request }) =>
          'account' in (await codeCause(request, phoneOf(query))) ? { address: undefined, network: undefined } : {},
      },
    },
  );
  bind(app, checkVerificationCode, ({ query, request }) =>
    checkRecoveryCode(dependencies, { token: cookie.of(request), code: query.verificationCode }),
  );
  bind(app, sendUsernameRecoveryEmail, async ({ query, request }) => {
    await mailChosenUsername(dependencies, { token: cookie.of(request), userId: query.userId, email: query.email });
    return { result: 'SUCCESS' as const };
  });
  bind(app, readPasswordReset, async ({ headers }) => {
    const owner = await passwordResetOwner(dependencies, bearerToken(headers));
    if ('refused' in owner) return owner;
    const { username, email: ownEmail, firstName, lastName } = owner;
    const token = await findToken(db, { purpose: 'PASSWORD_RESET', secret: bearerToken(headers), at: clock.now() });
    if (!token) return refuse('TOKEN_INVALID');
    const further = await furtherProofOf(dependencies, { user: owner, token });
    return { username, email: ownEmail, firstName, lastName, mayBeAnothers: mayBeAnothers(owner, token), further };
  });
  bind(app, disownAccount, ({ headers }) => disownByLink(dependencies, bearerToken(headers)));
  bind(app, resetRoute, async ({ headers, body, request, reply }) => {
    const device = deviceOf(request.headers['user-agent']);
    const { password, passkey, ...typed } = body;
    const given = { ...typed, passkey: passkey && { response: passkey, site: siteOf(request) } };
    const owner = await resetPassword(dependencies, {
      secret: bearerToken(headers),
      password,
      device,
      furtherProof: (user, token) =>
        proveFurther(dependencies, {
          user,
          token,
          given,
          answer: () => answerQuestion(dependencies, { userId: user.id, ...typed }, 'link-answer'),
        }),
    });
    if ('refused' in owner) return owner;
    // Somebody who guessed at this account must not lock its owner out.
    for (const name of [owner.username, owner.email]) await rateLimiter.forgive('sign-in', 'name', nameSubject(name));
    // Somebody who only reads the mailbox gets no attempts of their own at the second factor.
    if (!(await hasSecondFactor(db, owner.id))) await setDeviceCookie(request, reply, { userId: owner.id });
    clearSessionCookie(reply);
    return { result: 'SUCCESS' as const, username: owner.username };
  });
}
