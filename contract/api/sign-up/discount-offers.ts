import * as z from 'zod/mini';
import { publicHeaders, referrerKey } from '../headers.ts';
import { route } from '../route.ts';

/** What a discount link is worth (specification 2.4): the server knows the referrers, a link only names one. */
export const readDiscountOffer = route({
  method: 'GET',
  path: '/v2/discount-offers',
  tag: 'Packages',
  summary: 'Get the discount of a link, if it has one',
  caller: 'anyone',
  limits: ['read-discount-offer'],
  query: z.object({ referrer: referrerKey, percentage: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(90)) }),
  headers: publicHeaders,
  answer: z.object({
    /**
     * Whole percent, at most what the link named. Null: the referrer is unknown, expired or used up, and nothing is
     * discounted.
     */
    percentage: z.nullable(z.int()),
    /** Instant at which the offer ends; null while none is set. */
    endsAt: z.nullable(z.iso.datetime()),
  }),
});
