import type { FastifyInstance } from 'fastify';
import { stopInvites, stopInvitesByMailProgram } from '#contract/api/invites/invite-stops.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import { mailboxOfToken, type StopLink, setInviteStop } from '../../invites/stop-invites.ts';
import { refuse } from '../../refusal.ts';
import type { TokenMaker } from '../../secret.ts';
import { bind } from '../bind.ts';
import { bearerToken } from '../request-token.ts';

type Dependencies = { db: Db; clock: Clock; makeToken: TokenMaker };

/** For readers of invites, who need no account. */
export function inviteStopRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  // A mail program's body says only that it is one click.
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: 4 * 1024 },
    async () => undefined,
  );
  const set = async (link: StopLink, { token, stopped }: { token: string; stopped: boolean }) => {
    const mailbox = mailboxOfToken(dependencies.makeToken, { link, token });
    if (mailbox === null) return refuse('TOKEN_INVALID');
    await setInviteStop(dependencies, { mailbox, stopped });
    return { stopped };
  };
  bind(app, stopInvites, ({ headers, body: { stopped } }) => set('LINK', { token: bearerToken(headers), stopped }));
  bind(app, stopInvitesByMailProgram, ({ params: { token } }) => set('ONE_CLICK', { token, stopped: true }));
}
