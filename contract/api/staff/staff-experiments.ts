import * as z from 'zod/mini';
import { day } from '../../fields/fields.ts';
import { experimentKeys, verdicts } from '../../sign-up/experiments.ts';
import { publicHeaders } from '../headers.ts';
import { offeredAction } from './staff-people.ts';
import { route } from '../route.ts';

/** The experiments that the code knows: how they stand, and what they have shown. */
const console = { tag: 'Staff', headers: publicHeaders, caller: 'staff-growth', limits: ['staff-read'] } as const;

const experiment = z.object({
  key: z.enum(experimentKeys),
  epicKey: z.string(),
  describes: z.string(),
  audience: z.string(),
  state: z.enum(['running', 'off', 'control', 'treatment']),
  share: z.int(),
  iteration: z.int(),
  changedAt: z.iso.datetime(),
});
export type ExperimentRow = z.output<typeof experiment>;

export const listExperiments = route({
  method: 'GET',
  path: '/v2/staff/experiments',
  ...console,
  summary: 'List experiments with their status',
  answer: z.object({ experiments: z.array(experiment) }),
});

const iteration = z.object({
  iteration: z.int(),
  /** Percent of people in treatment. */
  share: z.int(),
  startedAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
});

/** Treatment less control, and between what it lies; see `server/experiments/statistics/difference.ts`. */
const difference = z.object({ estimate: z.number(), low: z.number(), high: z.number() });
export type DifferenceView = z.output<typeof difference>;

/** `people`: whose days to pay are over; `paid`: of them. */
const counted = z.object({ people: z.int(), paid: z.int() });

/** All until the end of this day (UTC), those first shown it on this day included. */
const interimResult = z.object({
  day,
  control: counted,
  treatment: counted,
  difference: z.nullable(difference),
});
export type InterimResultView = z.output<typeof interimResult>;

/** `REFUNDED`: of those who paid. `DECLINED`: of those who tried to. `MINUTES`: from being shown it to having paid. */
const guardrailNames = ['REFUNDED', 'DECLINED', 'MINUTES'] as const;

/** A share of nought to one, or minutes; the difference of minutes is the factor between them. Null: of too few. */
const guardrail = z.object({
  guardrail: z.enum(guardrailNames),
  control: z.nullable(z.number()),
  treatment: z.nullable(z.number()),
  difference: z.nullable(difference),
});
export type GuardrailView = z.output<typeof guardrail>;

const results = z.object({
  verdict: z.enum(verdicts),
  /** All who were shown it, days to pay over or not. */
  shown: z.object({ control: z.int(), treatment: z.int() }),
  interimResults: z.array(interimResult),
  guardrails: z.array(guardrail),
});
export type ExperimentResults = z.output<typeof results>;

export const experimentView = z.extend(experiment, {
  /** The latest first. */
  iterations: z.array(iteration),
  /** Of the iteration that was asked for, or the latest; null before the first. */
  results: z.nullable(z.extend(iteration, results.shape)),
  actions: z.array(offeredAction),
});
export type ExperimentView = z.output<typeof experimentView>;

export const readExperiment = route({
  method: 'GET',
  path: '/v2/staff/experiments/:key',
  ...console,
  summary: "Get an experiment's status and the results of an iteration",
  errors: ['NOT_FOUND'],
  params: z.object({ key: z.enum(experimentKeys) }),
  query: z.object({ iteration: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  answer: experimentView,
});
