import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { beginStaffSignIn, endStaffSession, openStaffSession, readStaffSession } from '#contract/api/staff/staff.ts';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/pool.ts';
import type { PendingSignIn, StaffIdentity } from '../../../gateways/staff-identity/port.ts';
import { refuse } from '../../../refusal.ts';
import {
  closeStaffSession,
  openStaffSession as open,
  rolesIn,
  type StaffSession,
} from '../../../staff/staff-session.ts';
import { bind } from '../../bind.ts';
import { signedInDependencies } from '../../signed-in.ts';
import { clearStaffCookie, setStaffCookie, staffCookie } from '../../staff-signed-in.ts';

export type StaffDependencies = { db: Db; clock: Clock; staffIdentity: StaffIdentity };

const pendingSchema = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() });
const pendingSeconds = 600;

/** Of the requesting browser: the identity provider's response is valid only there. */
function pendingCookie(request: FastifyRequest) {
  const { name, options } = staffCookie(signedInDependencies(request));
  return { name: `${name}-sign-in`, options };
}

function setPendingCookie(reply: FastifyReply, pending: PendingSignIn): void {
  const { name, options } = pendingCookie(reply.request);
  const value = Buffer.from(JSON.stringify(pending)).toString('base64url');
  reply.setCookie(name, value, { ...options, maxAge: pendingSeconds });
}

/** Single use: the response to it cannot be sent a second time. */
function readAndClearPending(request: FastifyRequest, reply: FastifyReply): PendingSignIn | null {
  const { name, options } = pendingCookie(request);
  reply.clearCookie(name, options);
  try {
    const text = Buffer.from(request.cookies[name] ?? '', 'base64url').toString('utf8');
    return pendingSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const view = ({ name, roles, endsAt }: StaffSession) => ({ name, roles, endsAt: endsAt.toISOString() });

/** Signing in to the console through the company's identity provider, and out. */
export function staffRoutes(app: FastifyInstance, { db, clock, staffIdentity }: StaffDependencies): void {
  bind(app, beginStaffSignIn, async ({ reply }) => {
    const signIn = await staffIdentity.begin();
    if (signIn === 'unreachable') return refuse('BUSY');
    setPendingCookie(reply, signIn.pending);
    return { address: signIn.address };
  });
  bind(app, openStaffSession, async ({ body, request, reply }) => {
    const pending = readAndClearPending(request, reply);
    if (pending === null) return refuse('SIGN_IN_FAILED');
    const answer = await staffIdentity.complete({ query: body.answer, pending });
    if (answer === 'unreachable') return refuse('BUSY');
    if (answer === 'refused') return refuse('SIGN_IN_FAILED');
    const roles = rolesIn(answer.claim);
    if (roles.length === 0) return refuse('FORBIDDEN');
    const { subject, name } = answer;
    const { token, session } = await open(db, { subject, name, roles, at: clock.now() });
    setStaffCookie(reply, token);
    return view(session);
  });
  bind(app, readStaffSession, async ({ staff }) => view(staff));
  bind(app, endStaffSession, async ({ staff, reply }) => {
    await closeStaffSession(db, staff.id);
    clearStaffCookie(reply);
    return { signedOut: true as const };
  });
}
