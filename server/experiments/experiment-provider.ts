import {
  ErrorCode,
  type EvaluationContext,
  type JsonValue,
  type Provider,
  type ResolutionDetails,
  StandardResolutionReasons,
} from '@openfeature/server-sdk';
import { type ExperimentState, isExperimentKey } from '#contract/sign-up/experiments.ts';
import { evaluateExperiment, type Setting, type Visitor } from './evaluate-experiment.ts';

export type SettingsReader = () => Promise<ReadonlyMap<string, Setting>>;

function visitorOf(context: EvaluationContext): Visitor {
  return {
    anonymousId: context.targetingKey ?? null,
    country: typeof context['country'] === 'string' ? context['country'] : 'US',
    invited: context['invited'] === true,
  };
}

/**
 * Experiments of our own table behind OpenFeature: another flag service would be another provider. Values are `off`,
 * `control`, `treatment`.
 */
export function experimentProvider(readSettings: SettingsReader): Provider {
  const unsupported = <T>(value: T): Promise<ResolutionDetails<T>> =>
    Promise.resolve({ value, errorCode: ErrorCode.TYPE_MISMATCH, reason: StandardResolutionReasons.ERROR });
  return {
    metadata: { name: 'evenkeel-experiments' },
    runsOn: 'server',
    resolveStringEvaluation: async (key, defaultValue, context) => {
      const setting = isExperimentKey(key) ? (await readSettings()).get(key) : undefined;
      if (!isExperimentKey(key) || !setting)
        return { value: defaultValue, errorCode: ErrorCode.FLAG_NOT_FOUND, reason: StandardResolutionReasons.ERROR };
      const value: ExperimentState = evaluateExperiment(key, { setting, visitor: visitorOf(context) });
      return {
        value,
        variant: value,
        reason: setting.state === 'running' ? StandardResolutionReasons.SPLIT : StandardResolutionReasons.STATIC,
      };
    },
    resolveBooleanEvaluation: (_key, value) => unsupported(value),
    resolveNumberEvaluation: (_key, value) => unsupported(value),
    resolveObjectEvaluation: <T extends JsonValue>(_key: string, value: T) => unsupported(value),
  };
}
