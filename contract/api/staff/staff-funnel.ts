import * as z from 'zod/mini';
import { servedCountries } from '../../fields/countries.ts';
import { day } from '../../fields/fields.ts';
import { languages } from '../../fields/languages.ts';
import { isSingleLine } from '../../fields/typed-text.ts';
import { deviceClasses, funnelNames } from '../../sign-up/funnel.ts';
import { publicHeaders } from '../headers.ts';
import { route } from '../route.ts';

const people = z.int();
/** PostgreSQL has no year 0. */
const countedDay = day.check(z.refine((value) => value > '0001'));

/** `people`: refused with this code at this step; `stopped`: those of them who came no further on that day. */
const refusal = z.object({ code: z.string(), people, stopped: people });
/** `reached`: came to it or past it. `stopped`: came no further. */
const step = z.object({ step: z.string(), reached: people, stopped: people, refusals: z.array(refusal) });
export type FunnelStep = z.output<typeof step>;

const choice = z.object({ value: z.string(), label: z.string() });

export const readFunnel = route({
  method: 'GET',
  path: '/v2/staff/funnel',
  tag: 'Staff',
  headers: publicHeaders,
  caller: 'staff-growth',
  summary: 'Get the funnel of a flow between two days, with refusals',
  limits: ['staff-read'],
  query: z.object({
    flow: z.enum(funnelNames),
    from: countedDay,
    until: countedDay,
    country: z.optional(z.enum(servedCountries)),
    device: z.optional(z.enum(deviceClasses)),
    language: z.optional(z.enum(languages)),
    variant: z.optional(z.string().check(z.maxLength(100), z.refine(isSingleLine))),
  }),
  /** A person counts once for each day (UTC) on which they were seen. `countedAt`: null before anything was counted. */
  answer: z.object({
    steps: z.array(step),
    variants: z.array(choice),
    countedAt: z.nullable(z.iso.datetime()),
  }),
});
