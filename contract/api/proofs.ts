import * as z from 'zod/mini';
import { proofCheck } from '../account/proof-check.ts';
import { day, id } from '../fields/fields.ts';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';

/** Documents that state who is enrolled and since when, and the public check of their codes. */
const own = { tag: 'Account', headers: publicHeaders, caller: 'parent' } as const;

export const proofs = z.object({
  /** The day since which the user's plan has run without a gap; null while none runs, and nothing can be confirmed. */
  enrolledSince: z.nullable(day),
  proofs: z.array(z.object({ id, issuedOn: day, checkedUntil: day })),
});

export const listProofs = route({
  method: 'GET',
  path: '/v2/account/proofs',
  ...own,
  summary: 'List valid proofs of enrolment, without their codes',
  limits: ['read'],
  answer: proofs,
});

export const issueProof = route({
  method: 'POST',
  path: '/v2/account/proofs',
  ...own,
  summary: 'Create a proof of enrolment (PDF in base64); its code is shown once',
  limits: ['download'],
  errors: ['CONFLICT'],
  answer: z.object({ code: z.string(), address: z.string(), fileName: z.string(), pdfBase64: z.string() }),
});

export const withdrawProof = route({
  method: 'DELETE',
  path: '/v2/account/proofs/:proofId',
  ...own,
  summary: 'Withdraw a proof: its code then verifies nothing',
  limits: ['change-account'],
  errors: ['NOT_FOUND'],
  params: z.object({ proofId: id }),
  answer: proofs,
});

/** A POST, so that no code appears in a URL or a log. */
export const checkProof = route({
  method: 'POST',
  path: '/v2/proofs/check',
  tag: 'Proofs',
  summary: 'Verify a proof of enrolment by its code; null if the code verifies nothing',
  caller: 'anyone',
  limits: ['check-proof'],
  headers: publicHeaders,
  body: proofCheck,
  answer: z.object({
    proof: z.nullable(
      z.object({
        initials: z.string(),
        enrolledSince: day,
        /** Null while the plan runs. */
        endedOn: z.nullable(day),
        issuedOn: day,
      }),
    ),
  }),
});
