import * as z from 'zod/mini';
import { day } from '../../fields/fields.ts';
import { languages } from '../../fields/languages.ts';
import { coParentEmail } from '../../invites/co-parent-email.ts';
import { inviteWhens } from '../../invites/invite-timing.ts';
import { familyEdit } from '../../sign-up/family.ts';
import { publicHeaders } from '../headers.ts';
import { route } from '../route.ts';
import { storedChild } from '../stored-texts.ts';

/** The signed-in user's family: the children of both parents, and the other parent. */
const own = { tag: 'Account', headers: publicHeaders, caller: 'parent' } as const;

/** What may be known of the other parent: whether they have joined, not what they do. */
export const coParentStates = ['NOT_INVITED', 'INVITED', 'JOINED', 'NO_ACCOUNT'] as const;
/** The invite as its inviter entered it, address masked; null if it is another's, or is over. */
export const inviteView = z.nullable(
  z.object({
    email: z.string(),
    withdrawn: z.boolean(),
    /** While nothing was sent: when it will be, and in which language. Null afterwards. */
    timing: z.nullable(z.object({ when: z.enum(inviteWhens), day: z.nullable(day), language: z.enum(languages) })),
    /** Given by letter; nothing was mailed. */
    byLetter: z.boolean(),
    /** Mail servers reported that the address, as its inviter entered it, accepts no mail. */
    returned: z.boolean(),
  }),
);

export const readFamily = route({
  method: 'GET',
  path: '/v2/account/family',
  ...own,
  summary: 'Get children and co-parent',
  limits: ['read'],
  answer: z.object({
    /** Revision of the children, whom both parents edit: sent with the next save. */
    version: z.int(),
    children: z.array(storedChild),
    /** Names may be edited until the co-parent has joined: then they belong to the co-parent. */
    coParent: z.nullable(
      z.object({
        firstName: z.string(),
        lastName: z.string(),
        state: z.enum(coParentStates),
        mayEdit: z.boolean(),
        invite: inviteView,
      }),
    ),
  }),
});

export const editFamily = route({
  method: 'PUT',
  path: '/v2/account/family',
  ...own,
  summary: "Edit the children, and the co-parent's name until they have joined",
  limits: ['change-account'],
  errors: ['NOT_FOUND', 'CONFLICT'],
  body: familyEdit,
  answer: readFamily.answer,
});

export const addOwnCoParentEmail = route({
  method: 'POST',
  path: '/v2/account/co-parent-email',
  ...own,
  summary: 'Add the missing email of the co-parent, once, and send the invite',
  limits: ['add-co-parent-email'],
  errors: ['NOT_FOUND', 'CONFLICT', 'INVITE_IN_USE'],
  body: coParentEmail,
  answer: readFamily.answer,
});
