import * as z from 'zod/mini';
import { id } from '../../fields/fields.ts';
import { publicHeaders } from '../headers.ts';
import { documentItem, documentYears, receiptItem } from '../receipts.ts';
import { route } from '../route.ts';
import { storedAddress } from '../stored-texts.ts';

/** What only a professional's account has: payments for families, and a practice. */
const own = { tag: 'Professional account', headers: publicHeaders, caller: 'professional' } as const;

export const professionalReceipt = z.extend(receiptItem, {
  /** Whom it was paid for, by the professional's names; null for codes, and for a deleted family. */
  family: z.nullable(z.object({ familyId: id, names: z.array(z.string()) })),
  documents: z.array(documentItem),
});
export type ProfessionalReceipt = z.output<typeof professionalReceipt>;

export const listProfessionalReceipts = route({
  method: 'GET',
  path: '/v2/professional/receipts',
  ...own,
  summary: 'List payments with family, documents and refunds, latest first',
  limits: ['read'],
  answer: z.object({ receipts: z.array(professionalReceipt), documentYears }),
});

export const readPractice = route({
  method: 'GET',
  path: '/v2/professional/practice',
  ...own,
  summary: 'Get practice, address and roles',
  limits: ['read'],
  errors: ['NOT_FOUND'],
  answer: z.extend(storedAddress, { practiceName: z.string(), timezone: z.string(), roles: z.array(z.string()) }),
});

export const changePractice = route({
  method: 'PUT',
  path: '/v2/professional/practice',
  ...own,
  summary: 'Change practice, address and roles; 409 STEP_INVALID has validationErrors; issued documents stay unchanged',
  limits: ['change-account'],
  errors: ['NOT_FOUND', 'STEP_INVALID'],
  /** Validated as in the sign-up, so that every error about a field is a 409. */
  body: z.looseObject({}),
  answer: z.object({ saved: z.literal(true) }),
});
