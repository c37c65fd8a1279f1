import * as z from 'zod/mini';
import { id } from '../../fields/fields.ts';
import { languages } from '../../fields/languages.ts';
import { caseActions, maxCasesAtOnce, reasonsLeftOut } from '../../professionals/case-actions.ts';
import { publicHeaders } from '../headers.ts';
import { route } from '../route.ts';
import { professionalCase } from './professional-cases.ts';

export const actOnCases = route({
  method: 'POST',
  path: '/v2/professional/case-batches',
  tag: 'Professional cases',
  headers: publicHeaders,
  caller: 'confirmed-professional',
  summary: 'Invite, print, archive or restore many families; a repeat changes nothing more',
  limits: ['change-account', 'send-invites', 'print-letter'],
  errors: ['NOT_FOUND'],
  body: z.object({
    action: z.enum(caseActions),
    familyIds: z.array(id).check(z.minLength(1), z.maxLength(maxCasesAtOnce)),
  }),
  answer: z.object({
    results: z.array(
      z.object({
        familyId: id,
        /** As it is now; null: not one of the caller's. If none is, the call is refused. */
        family: z.nullable(professionalCase),
        /** Parents who were invited or have a letter. A valid invite from before counts. */
        done: z.int(),
        leftOut: z.array(z.object({ userId: id, why: z.enum(reasonsLeftOut) })),
      }),
    ),
    /** One file (PDF in base64) for each language of the letters. */
    letters: z.array(z.object({ language: z.enum(languages), fileName: z.string(), pdfBase64: z.string() })),
  }),
});
