import type { FastifyInstance } from 'fastify';
import { leftCookie } from '#contract/boot.ts';

/** Cookies that show in this browser what somebody has entered, or count as a code that they have entered. */
const tied = /^(?:__Host-)?(?:invite-|address-proof$|recovery$)/;

/** After somebody left quickly, whoever uses the browser next is shown nothing of theirs. */
export function forgetLeftBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ cookies }, reply) => {
    if (cookies[leftCookie] === undefined) return;
    for (const name of Object.keys(cookies).filter((one) => tied.test(one))) {
      delete cookies[name];
      reply.clearCookie(name, { path: '/', httpOnly: true, secure: name.startsWith('__Host-'), sameSite: 'strict' });
    }
  });
}
