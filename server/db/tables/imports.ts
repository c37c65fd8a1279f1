import type { Generated } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import type { Instant } from './column-types.ts';

export type ImportTables = {
  importedRows: { kind: string; sourceId: string; id: string; contentHash: Buffer; importedAt: Instant };
  /** `renewsFrom`: the first day on which it is renewed here. */
  importedTerms: {
    subscriptionId: string;
    periodStart: Day;
    netCents: number;
    renewsFrom: Day;
    version: Generated<number>;
  };
};
