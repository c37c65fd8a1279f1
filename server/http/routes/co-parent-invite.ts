import type { FastifyInstance } from 'fastify';
import {
  correctCoParentEmail,
  previewOwnInvite,
  printCoParentInvite,
  sendCoParentInvite,
  timeCoParentInvite,
  withdrawCoParentInvite,
} from '#contract/api/invites/co-parent-invite.ts';
import { correctOwnInvite, printOwnInvite, sendOwnInvite, withdrawOwnInvite } from '../../account/co-parent-invite.ts';
import { previewInviteOf, timeOwnInvite } from '../../account/time-own-invite.ts';
import type { MailLimits } from '../../invites/limit-invite-mails.ts';
import type { LetterDependencies } from '../../invites/print-letter.ts';
import { bind } from '../bind.ts';

/** The signed-in parent's invite to their co-parent. */
export function coParentInviteRoutes(app: FastifyInstance, dependencies: LetterDependencies & MailLimits): void {
  bind(app, sendCoParentInvite, ({ session }) => sendOwnInvite(dependencies, session));
  bind(app, withdrawCoParentInvite, ({ session }) => withdrawOwnInvite(dependencies, session));
  bind(app, correctCoParentEmail, ({ session: { user, device }, body: { email } }) =>
    correctOwnInvite(dependencies, { user, device, email }),
  );
  bind(app, timeCoParentInvite, ({ session: { user, device }, body }) =>
    timeOwnInvite(dependencies, { user, device, timing: body }),
  );
  bind(app, previewOwnInvite, ({ session, body }) =>
    previewInviteOf(dependencies, { user: session.user, options: body }),
  );
  bind(app, printCoParentInvite, ({ session }) => printOwnInvite(dependencies, session));
}
