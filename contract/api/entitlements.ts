import * as z from 'zod/mini';
import { day, id } from '../fields/fields.ts';
import { userRoles } from '../sign-in/home-redirect.ts';
import { packageNames } from './packages.ts';
import { route } from './route.ts';

/** For the company's other systems, which send none of our headers. */
export const readEntitlements = route({
  method: 'GET',
  path: '/v3/entitlements/:user',
  tag: 'Services',
  summary: "Get a person's current entitlements",
  caller: 'service',
  limits: ['ask-entitlements'],
  errors: ['NOT_FOUND'],
  params: z.object({ user: id }),
  answer: z.object({
    user: id,
    role: z.enum(userRoles),
    /** A closed account keeps its id, and is entitled to nothing. */
    closed: z.boolean(),
    /** Null if no plan may be used now. */
    plan: z.nullable(z.enum(packageNames)),
    /**
     * The day on which the plan renews or ends in its payer's time zone; for a plan that waits for its payment, its
     * last day.
     */
    paidUntil: z.nullable(day),
    /** By name: gigabytes of `storage_gb`, and 1 for whatever is included. Names may be added at any time. */
    entitlements: z.record(z.string(), z.int()),
  }),
});
