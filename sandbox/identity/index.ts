import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { sendPage } from '../mail/page.ts';
import { choicePage } from './choice-page.ts';
import type { StaffClient } from './open-provider.ts';
import { members } from './people.ts';

type IdentityOptions = { publicUrl: string; client: StaffClient; redirectUris: string[] };
type Choice = { Params: { uid: string; member: string } };

const mount = '/identity';

/** The company's identity provider (OpenID Connect) under /identity; a person signing in chooses an identity. */
export const identity: FastifyPluginAsync<IdentityOptions> = async (app, { publicUrl, ...options }) => {
  // Most runs sign no staff in, so the provider and its key are created on first use.
  let opened: Promise<Provider> | null = null;
  const provider = () => {
    opened ??= import('./open-provider.ts').then(({ openProvider }) =>
      openProvider({ ...options, issuer: publicUrl + mount }),
    );
    return opened;
  };

  await app.register(async (scope) => {
    // The provider reads bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${mount}/*`, async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = (await provider()).callback();
      reply.hijack();
      const { raw } = request;
      await answer(Object.assign(raw, { originalUrl: raw.url, url: (raw.url ?? '').slice(mount.length) }), reply.raw);
    });
  });

  app.get<Choice>('/identity-sign-in/:uid', (request, reply) => sendPage(reply, choicePage(request.params.uid)));
  app.get<Choice>('/identity-sign-in/:uid/:member', async ({ params, raw }, reply) => {
    if (!members.some(({ id }) => id === params.member)) return reply.callNotFound();
    const opening = await provider();
    reply.hijack();
    await opening.interactionFinished(raw, reply.raw, { login: { accountId: params.member } });
  });
};
