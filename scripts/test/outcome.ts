/** What one section found. A check without tests of its own counts as one. */
export type Outcome = { passed: number; failed: number };

export const onePassed: Outcome = { passed: 1, failed: 0 };
export const oneFailed: Outcome = { passed: 0, failed: 1 };

export type SectionResult = { name: string; seconds: number } & Outcome;

/** The table at the end of a run that took so many `seconds` (sections may run beside each other) and, as its last line, the plain sum. */
export function summary(results: readonly SectionResult[], seconds: number): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map(({ name, seconds, passed, failed }) => {
    const verdict = failed > 0 ? `FAILED  ${failed} of ${passed + failed}` : `ok      ${passed}`;
    return `  ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${verdict}`;
  });
  const sum = (pick: (result: SectionResult) => number) => results.reduce((total, result) => total + pick(result), 0);
  const total = `  ${'all'.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s`;
  return [...rows, total, '', `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`].join('\n');
}
