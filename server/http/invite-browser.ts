import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InviteAccess } from '../invites/open-invite.ts';
import { cookieToken } from './request-token.ts';
import { signedInDependencies } from './signed-in.ts';

/** How long an invited parent goes on in a browser with what they have entered there: a day. */
const maxAge = 24 * 3_600;

/** One for each person: people who share a computer may each have an invite. */
function inviteCookie(request: FastifyRequest, userId: string) {
  const { secureCookies: secure } = signedInDependencies(request);
  const name = `${secure ? '__Host-invite' : 'invite'}-${userId}`;
  return { name, options: { path: '/', httpOnly: true, secure, sameSite: 'strict', maxAge } as const };
}

type InviteCall = { headers: { 'x-invite-token': string }; userId: string; request: FastifyRequest };

/** Token from the header, the id that must be its owner's, and the key of the browser that has typed, if it is this. */
export function inviteAccessOf({ headers, userId, request }: InviteCall): InviteAccess {
  return {
    inviteToken: headers['x-invite-token'],
    userId,
    browserKey: cookieToken(request, inviteCookie(request, userId).name),
  };
}

export function setInviteCookie(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { userId, key }: { userId: string; key: string },
): void {
  const { name, options } = inviteCookie(request, userId);
  reply.setCookie(name, key, options);
}
