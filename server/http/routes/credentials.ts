import type { FastifyInstance } from 'fastify';
import {
  checkUsername,
  readCredentialsOwner,
  requestCredentials as requestRoute,
  setCredentials as setRoute,
} from '#contract/api/credentials.ts';
import { username as usernameSchema } from '#contract/sign-in/credentials.ts';
import { furtherProofOf, proveFurther } from '../../account/further-proof.ts';
import type { Texts } from '../../gateways/sms/port.ts';
import { usernameTaken } from '../../identity/credentials-repository.ts';
import { type RequestCredentialsDependencies, requestCredentials } from '../../sign-up/request-credentials.ts';
import { credentialsOwner, setCredentials } from '../../sign-up/set-credentials.ts';
import { answerQuestion } from '../answer-question.ts';
import { bind } from '../bind.ts';
import { ownerOfCall } from '../guards.ts';
import { setDeviceCookie } from '../known-device.ts';
import { bearerToken } from '../request-token.ts';
import { setSessionCookie, signingBrowser } from '../signed-in.ts';
import type { SignInDependencies } from './sign-in.ts';

export function credentialRoutes(
  app: FastifyInstance,
  dependencies: RequestCredentialsDependencies & SignInDependencies & Texts,
): void {
  bind(app, requestRoute, ({ headers }) => requestCredentials(dependencies, bearerToken(headers)));
  bind(app, checkUsername, async ({ body }) => {
    const parsed = usernameSchema.safeParse(body.username);
    if (!parsed.success) return { available: false, meetsRequirements: false };
    return { available: !(await usernameTaken(dependencies.db, parsed.data)), meetsRequirements: true };
  });
  bind(app, readCredentialsOwner, async ({ headers, request }) => {
    const owner = ownerOfCall(request) ?? (await credentialsOwner(dependencies, bearerToken(headers)));
    if ('refused' in owner) return owner;
    const { id, firstName, lastName, email, role } = owner.user;
    const professional = role === 'PROFESSIONAL';
    const further = await furtherProofOf(dependencies, owner);
    return { userId: id, firstName, lastName, email, invited: owner.invited, professional, further };
  });
  bind(app, setRoute, async ({ body, headers, request, reply }) => {
    const set = await setCredentials(dependencies, {
      secret: bearerToken(headers),
      credentials: body,
      browser: signingBrowser(request, body),
      opened: ownerOfCall(request),
      furtherProof: ({ user, token }) =>
        proveFurther(dependencies, {
          user,
          token,
          given: body,
          answer: () => answerQuestion(dependencies, { userId: user.id, ...body }, 'link-answer'),
        }),
    });
    if ('refused' in set) return set;
    const { session, ...answer } = set;
    await setDeviceCookie(request, reply, { userId: answer.userId });
    setSessionCookie(reply, session);
    return answer;
  });
}
