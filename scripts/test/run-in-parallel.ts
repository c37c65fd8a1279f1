import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Only two, because each of the tools can keep more than one processor busy for a while. */
const workers = 2;

export type Parallel = { group: string; seconds: number };
type Schedulable = { title: string; parallel?: Parallel };

/** Groups that run one after another: a single section, or adjacent ones of one group. */
export function groupParallel<S extends Schedulable>(sections: readonly S[]): S[][] {
  const groups: S[][] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (section.parallel && section.parallel.group === last?.[0]?.parallel?.group) last.push(section);
    else groups.push([section]);
  }
  return groups;
}

/**
 * Runs two at a time, the longest first. The output of each is shown whole and in the given order, as soon as all
 * before it have been shown. Resolves to the results in that order.
 */
export async function runInParallel<S extends Schedulable, R>(
  sections: readonly S[],
  run: (section: S, output: number) => Promise<R>,
  show: (text: string) => void = (text) => process.stdout.write(text),
): Promise<R[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'evenkeel-sections-'));
  const running = sections.map(() => Promise.withResolvers<R>());
  const waiting = [...sections.keys()].toSorted(
    (a, b) => (sections[b]?.parallel?.seconds ?? 0) - (sections[a]?.parallel?.seconds ?? 0),
  );
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const section = sections[next];
      if (!section) return;
      const output = openSync(path.join(folder, `${next}`), 'w');
      await run(section, output).then(running[next]?.resolve, running[next]?.reject);
      closeSync(output);
    }
  };
  const all = Promise.all(Array.from({ length: workers }, worker));
  try {
    const results: R[] = [];
    for (const [index, { title }] of sections.entries()) {
      const result = await running[index]?.promise;
      show(`\n== ${title}\n\n${readFileSync(path.join(folder, `${index}`), 'utf8')}`);
      if (result !== undefined) results.push(result);
    }
    return results;
  } finally {
    await all;
    rmSync(folder, { recursive: true });
  }
}
