import * as z from 'zod/mini';
import { day, id, name } from '../../fields/fields.ts';
import { languages } from '../../fields/languages.ts';
import { registrationHeaders } from '../headers.ts';
import { route } from '../route.ts';

const text = { text: z.string() };

/** `language`: of the mail; by default the sign-up's. `day`: on which it would be sent; by default today. */
export const previewOptions = z.object({ language: z.optional(z.enum(languages)), day: z.optional(day) });

/** The invite's mail as its template writes it: parts to render, without HTML or working links. */
export const inviteMail = z.object({
  language: z.enum(languages),
  subject: z.string(),
  preview: z.string(),
  heading: z.string(),
  blocks: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('paragraph'), ...text }),
      z.object({ kind: z.literal('note'), ...text }),
      z.object({ kind: z.literal('action'), label: z.string(), fallback: z.string() }),
    ]),
  ),
  footer: z.array(z.string()),
});
export type InviteMail = z.output<typeof inviteMail>;

export const previewInvite = route({
  method: 'POST',
  path: '/v2/registrations/:signupId/invite-previews',
  tag: 'Registrations',
  summary: "Preview the co-parent's invite mail from unsaved input; nothing is stored or sent",
  caller: 'registration',
  limits: ['read'],
  params: z.object({ signupId: id }),
  headers: registrationHeaders,
  body: z.extend(previewOptions, { firstName: name, paid: z.boolean() }),
  answer: inviteMail,
});
