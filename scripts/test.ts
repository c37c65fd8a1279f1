import { writeSync } from 'node:fs';
import { chooseSections } from './test/choose-sections.ts';
import { mostRetries, oneFailed, type Outcome, retriesOf, type SectionResult, summary } from './test/outcome.ts';
import type { Output } from './test/run-tool.ts';
import { sections } from './test/sections.ts';
import { sideBySide, turnsOf } from './test/side-by-side.ts';

const words = process.argv.slice(2);
const chosen = chooseSections(sections, words);
if (chosen === null) {
  console.error(`There is no section "${words[0]}". Choose of: ${sections.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}
type Chosen = (typeof chosen)[number];
process.on('disconnect', () => process.exit(1));

const began = performance.now();
const results: SectionResult[] = [];
for (const turn of turnsOf(chosen))
  results.push(...(await (turn.length > 1 ? sideBySide(turn, runSection) : Promise.all(turn.map(alone)))));
console.log(`\n== Summary\n\n${summary(results, (performance.now() - began) / 1000)}`);
process.exit(results.some(({ failed }) => failed > 0) || retriesOf(results).length > mostRetries ? 1 : 0);

function alone(section: Chosen): Promise<SectionResult> {
  console.log(`\n== ${section.title}\n`);
  return runSection(section, 'inherit');
}

async function runSection(section: Chosen, output: Output): Promise<SectionResult> {
  const start = performance.now();
  const outcome = await outcomeOf(section, output);
  return { name: section.name, seconds: (performance.now() - start) / 1000, ...outcome };
}

/** A section that breaks down fails; the others still run. */
async function outcomeOf(section: Chosen, output: Output): Promise<Outcome> {
  try {
    return await section.run(section.options, output);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (output === 'inherit') console.error(said);
    else writeSync(output, `${said}\n`);
    return oneFailed;
  }
}
