import { coParentEmail } from '../../invites/co-parent-email.ts';
import { inviteTiming } from '../../invites/invite-timing.ts';
import { publicHeaders } from '../headers.ts';
import { route } from '../route.ts';
import { readFamily } from '../sign-up/family.ts';
import { inviteLetter } from './invite-codes.ts';
import { inviteMail, previewOptions } from './invite-previews.ts';

/**
 * The user's invite to their co-parent, for its inviter until the co-parent has joined. Responses are the same whatever
 * the invited parent has done, except that another address or a letter is refused once they have started.
 */
const own = { tag: 'Account', headers: publicHeaders, caller: 'parent' } as const;

export const sendCoParentInvite = route({
  method: 'POST',
  path: '/v2/account/co-parent/invites',
  ...own,
  summary: 'Send the invite again, also after it was withdrawn; the earlier link and letter stop working',
  limits: ['change-account', 'send-invites'],
  errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION'],
  answer: readFamily.answer,
});

export const withdrawCoParentInvite = route({
  method: 'DELETE',
  path: '/v2/account/co-parent/invites',
  ...own,
  summary: 'Withdraw the invite: link and letter stop working; payments stay',
  limits: ['change-account'],
  errors: ['NOT_FOUND', 'CONFLICT'],
  answer: readFamily.answer,
});

export const correctCoParentEmail = route({
  method: 'PUT',
  path: '/v2/account/co-parent/email',
  ...own,
  summary: 'Correct the address of an invite not yet begun; the link sent to the wrong one stops working',
  limits: ['change-account', 'send-invites'],
  errors: ['NOT_FOUND', 'CONFLICT', 'INVITE_IN_USE'],
  body: coParentEmail,
  answer: readFamily.answer,
});

export const printCoParentInvite = route({
  method: 'POST',
  path: '/v2/account/co-parent/letters',
  ...own,
  summary: 'Get the invite as a letter (PDF in base64) with its code',
  limits: ['print-letter'],
  errors: ['NOT_FOUND', 'CONFLICT', 'INVITE_IN_USE'],
  answer: inviteLetter,
});

export const timeCoParentInvite = route({
  method: 'PUT',
  path: '/v2/account/co-parent/invite-timing',
  ...own,
  summary: 'Set when an unsent invite is sent; a sent one is withdrawn instead',
  limits: ['change-account', 'send-invites'],
  errors: ['NOT_FOUND', 'CONFLICT'],
  body: inviteTiming,
  answer: readFamily.answer,
});

export const previewOwnInvite = route({
  method: 'POST',
  path: '/v2/account/co-parent/invite-previews',
  ...own,
  summary: "Preview the co-parent's invite mail, until they have joined",
  limits: ['read'],
  errors: ['NOT_FOUND', 'CONFLICT'],
  body: previewOptions,
  answer: inviteMail,
});
