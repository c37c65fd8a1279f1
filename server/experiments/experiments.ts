import { type Client, OpenFeature, type Provider } from '@openfeature/server-sdk';
import {
  type ExperimentKey,
  type ExperimentStates,
  experiments,
  firstActive,
  isExperimentKey,
  priority,
} from '#contract/sign-up/experiments.ts';
import { cachedRead } from '../db/cached-read.ts';
import type { Db } from '../db/pool.ts';
import type { Visitor } from './evaluate-experiment.ts';
import type { SettingsReader } from './experiment-provider.ts';

export type Experiments = {
  statesFor: (visitor: Visitor, forced?: Partial<ExperimentStates>) => Promise<ExperimentStates>;
  /** State of a switch, which assigns nobody. */
  isOn: (key: ExperimentKey) => Promise<boolean>;
};

const keys = Object.keys(experiments).filter(isExperimentKey);

/** Settings read at most every ten seconds: an operator's switch is seen by every process within that time. */
export function settingsReader(db: Db, maxAgeMs = 10_000): SettingsReader {
  return cachedRead(async () => {
    const rows = await db.selectFrom('experiments').select(['key', 'state', 'share', 'iteration']).execute();
    return new Map(rows.map(({ key, ...setting }) => [key, setting]));
  }, maxAgeMs);
}

type ExperimentsOptions = { provider: Provider; domain?: string };

/**
 * Of the experiments in priority order only the first active one remains; later ones are off, so that no page shows
 * them and no exposure is reported (specification 4.4).
 */
function firstOfPriority(states: ExperimentStates, forced: Partial<ExperimentStates>): ExperimentStates {
  const first = firstActive(states);
  const later = first === null ? [] : priority.slice(priority.indexOf(first) + 1);
  const off = later.filter((key) => forced[key] === undefined).map((key) => [key, 'off'] as const);
  return { ...states, ...Object.fromEntries(off) };
}

/** Evaluates every experiment for a visitor. `forced` takes precedence and exists outside of production only. */
export async function createExperiments({ provider, domain = 'evenkeel' }: ExperimentsOptions): Promise<Experiments> {
  await OpenFeature.setProviderAndWait(domain, provider);
  const client: Client = OpenFeature.getClient(domain);
  const evaluate = async (key: ExperimentKey, visitor: Visitor) => {
    const context = {
      country: visitor.country,
      invited: visitor.invited,
      ...(visitor.anonymousId ? { targetingKey: visitor.anonymousId } : {}),
    };
    const value = await client.getStringValue(key, 'off', context);
    return value === 'treatment' || value === 'control' ? value : 'off';
  };
  return {
    isOn: async (key) => (await evaluate(key, { anonymousId: null, country: '', invited: false })) === 'treatment',
    statesFor: async (visitor, forced = {}) => {
      const entries = await Promise.all(
        keys.map(async (key) => [key, forced[key] ?? (await evaluate(key, visitor))] as const),
      );
      return firstOfPriority(Object.fromEntries(entries) as ExperimentStates, forced);
    },
  };
}

/** `key:treatment,other:control` of `?experiment=`; unknown names are refused. */
export function parseForced(text: string): Partial<ExperimentStates> {
  const pairs = text.split(',').map((part) => part.split(':'));
  const known = pairs.flatMap(([key, state]) =>
    key !== undefined && isExperimentKey(key) && (state === 'off' || state === 'control' || state === 'treatment')
      ? [[key, state] as const]
      : [],
  );
  return Object.fromEntries(known);
}
