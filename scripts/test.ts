import { writeSync } from 'node:fs';
import { chooseSections } from './test/choose-sections.ts';
import { type Outcome, oneFailed, type SectionResult, summary } from './test/outcome.ts';
import { ringLines } from './test/rings.ts';
import { groupParallel, runInParallel } from './test/run-in-parallel.ts';
import type { Output } from './test/run-tool.ts';
import { sections } from './test/sections.ts';

const words = process.argv.slice(2);
const chosen = chooseSections(sections, words);
if (chosen === null) {
  console.error(`Unknown section "${words[0]}". Choose one of: ${sections.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}
type ChosenSection = (typeof chosen)[number];
process.on('disconnect', () => process.exit(1));

const startedAt = performance.now();
const results: SectionResult[] = [];
for (const group of groupParallel(chosen))
  results.push(...(await (group.length > 1 ? runInParallel(group, runSection) : Promise.all(group.map(runAlone)))));
const rings = ringLines(
  sections,
  results.map(({ name }) => name),
);
console.log(['', '== Summary', '', ...rings, summary(results, (performance.now() - startedAt) / 1000)].join('\n'));
process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0);

function runAlone(section: ChosenSection): Promise<SectionResult> {
  console.log(`\n== ${section.title}\n`);
  return runSection(section, 'inherit');
}

async function runSection(section: ChosenSection, output: Output): Promise<SectionResult> {
  const start = performance.now();
  const outcome = await outcomeOf(section, output);
  return { name: section.name, seconds: (performance.now() - start) / 1000, ...outcome };
}

/** A section that throws counts as failed; the others still run. */
async function outcomeOf(section: ChosenSection, output: Output): Promise<Outcome> {
  try {
    return await section.run(section.options, output);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (output === 'inherit') console.error(message);
    else writeSync(output, `${message}\n`);
    return oneFailed;
  }
}
