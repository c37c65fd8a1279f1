import type { FastifyInstance } from 'fastify';
import {
  correctCoParentEmail,
  printCoParentInvite,
  sendCoParentInvite,
  withdrawCoParentInvite,
} from '#contract/api/co-parent-invite.ts';
import { correctOwnInvite, printOwnInvite, sendOwnInvite, withdrawOwnInvite } from '../account/co-parent-invite.ts';
import type { MailLimits } from '../invites/limit-invite-mails.ts';
import type { LetterDependencies } from '../invites/print-letter.ts';
import { bind } from './bind.ts';

/** The invite to the co-parent of whoever is signed in. */
export function coParentInviteRoutes(app: FastifyInstance, dependencies: LetterDependencies & MailLimits): void {
  bind(app, sendCoParentInvite, ({ session }) => sendOwnInvite(dependencies, session));
  bind(app, withdrawCoParentInvite, ({ session }) => withdrawOwnInvite(dependencies, session));
  bind(app, correctCoParentEmail, ({ session: { user, device }, body: { email } }) =>
    correctOwnInvite(dependencies, { user, device, email }),
  );
  bind(app, printCoParentInvite, ({ session }) => printOwnInvite(dependencies, session));
}
