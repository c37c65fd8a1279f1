import * as z from 'zod/mini';
import { day } from '../../fields/fields.ts';
import { experimentKeys, verdicts } from '../../sign-up/experiments.ts';
import { publicHeaders } from '../headers.ts';
import { route } from '../route.ts';
import { offeredAction } from './staff-people.ts';

/** The experiments that the code knows: their state and results. */
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

/** Treatment minus control, with its interval; see `server/experiments/statistics/difference.ts`. */
const difference = z.object({ estimate: z.number(), low: z.number(), high: z.number() });
export type DifferenceView = z.output<typeof difference>;

/** `people`: those whose days to pay are over; `paid`: how many of them paid. */
const counted = z.object({ people: z.int(), paid: z.int() });

/** Totals at the end of this day (UTC), including people first exposed on it. */
const interimResult = z.object({
  day,
  control: counted,
  treatment: counted,
  difference: z.nullable(difference),
});
export type InterimResultView = z.output<typeof interimResult>;

/** `REFUNDED`: of those who paid. `DECLINED`: of those who tried to. `MINUTES`: from exposure to payment. */
const guardrailNames = ['REFUNDED', 'DECLINED', 'MINUTES'] as const;

/** A share from 0 to 1, or minutes; for minutes the difference is a factor. Null: too few people. */
const guardrail = z.object({
  guardrail: z.enum(guardrailNames),
  control: z.nullable(z.number()),
  treatment: z.nullable(z.number()),
  difference: z.nullable(difference),
});
export type GuardrailView = z.output<typeof guardrail>;

const results = z.object({
  verdict: z.enum(verdicts),
  /** Everybody exposed, whether their days to pay are over or not. */
  shown: z.object({ control: z.int(), treatment: z.int() }),
  interimResults: z.array(interimResult),
  guardrails: z.array(guardrail),
});
export type ExperimentResults = z.output<typeof results>;

export const experimentView = z.extend(experiment, {
  /** The latest first. */
  iterations: z.array(iteration),
  /** Of the requested iteration, or the latest; null before the first. */
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
