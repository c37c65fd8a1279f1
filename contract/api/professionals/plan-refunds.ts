import * as z from 'zod/mini';
import { cents, day, id } from '../../fields/fields.ts';
import { publicHeaders } from '../headers.ts';
import { route } from '../route.ts';

const own = { tag: 'Professional cases', headers: publicHeaders, caller: 'professional' } as const;
const byFamily = z.object({ familyId: id });

/** The refundable amount of a family's unused plans, in cents. */
const planRefund = z.object({
  refund: z.nullable(
    z.object({
      amount: cents,
      amountFormatted: z.string(),
      until: day,
      /** Of the parents who lose their plan. */
      names: z.array(z.string()),
    }),
  ),
});

export const readPlanRefund = route({
  method: 'GET',
  path: '/v2/professional/cases/:familyId/refund',
  ...own,
  summary: 'Get what can be refunded of plans whose parents have not joined',
  limits: ['read'],
  params: byFamily,
  answer: planRefund,
});

export const refundPlan = route({
  method: 'POST',
  path: '/v2/professional/cases/:familyId/refund',
  ...own,
  summary: 'Refund plans of parents who have not joined; the plans end',
  limits: ['change-account'],
  errors: ['NOT_REFUNDABLE', 'PAYMENT_DISPUTED'],
  params: byFamily,
  answer: z.object({ amount: cents, amountFormatted: z.string() }),
});
