import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the longest files first: started last, one would run on while all other workers are done. */
const longest = [
  'web/mock/mock-screens.browser',
  'tests/faults/recovery-points',
  'tests/billing/random-timelines.db',
  'tests/faults/shutdown',
  'tests/faults/storm',
  'tests/faults/database-restart',
  'tests/faults/backup',
  'tests/faults/several-processes',
  'tests/payment-methods/card-fields.browser',
  'web/ui/parts.browser',
];

/** The long files, then the others in Vitest's own order, which knows no durations on a fresh clone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return found === -1 ? longest.length : found;
    };
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
