import * as z from 'zod/mini';
import { id } from '../../fields/fields.ts';
import { staffQueueNames } from '../../staff/staff-queues.ts';
import { publicHeaders } from '../headers.ts';
import { route } from '../route.ts';
import { offeredAction } from './staff-people.ts';

/** What waits for a member of staff. */
const console = { tag: 'Staff', headers: publicHeaders, caller: 'staff-people', limits: ['staff-read'] } as const;

const queue = z.enum(staffQueueNames);

export const listQueues = route({
  method: 'GET',
  path: '/v2/staff/queues',
  ...console,
  summary: "List the caller's queues with their sizes",
  answer: z.object({
    /** `more`: there are others; counting stops there. */
    queues: z.array(z.object({ queue, count: z.int(), more: z.boolean() })),
    /** Since when nothing is charged automatically, who suspended it in the console and why; null if charges go on. */
    suspension: z.nullable(
      z.object({ since: z.iso.datetime(), by: z.nullable(z.string()), reason: z.nullable(z.string()) }),
    ),
    /** To suspend or resume all automatic charges. */
    offers: z.array(offeredAction),
  }),
});

/** `userId`: the linked person; null if none, or none yet. `cells`: by the columns of the queue. */
const queueRow = z.object({
  key: z.string(),
  userId: z.nullable(id),
  name: z.string(),
  cells: z.array(z.string()),
  actions: z.array(offeredAction),
});
export type QueueRow = z.output<typeof queueRow>;

export const readQueue = route({
  method: 'GET',
  path: '/v2/staff/queues/:queue',
  ...console,
  summary: "List a queue's entries, longest waiting first",
  params: z.object({ queue }),
  /** `after`: of the previous page. */
  query: z.object({ after: z.optional(z.string().check(z.maxLength(200))) }),
  errors: ['FORBIDDEN'],
  answer: z.object({ rows: z.array(queueRow), next: z.nullable(z.string()) }),
});
