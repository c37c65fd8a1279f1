import { oneFailed, summary, type Outcome, type SectionResult } from './test/outcome.ts';
import { sections, type Section } from './test/sections.ts';

const [wanted, ...options] = process.argv.slice(2);
const chosen = wanted === undefined ? sections.filter(({ onlyByName }) => !onlyByName) : sections.filter(({ name }) => name === wanted);
if (chosen.length === 0) {
  console.error(`There is no section "${wanted}". Choose one of: ${sections.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}
process.on('disconnect', () => process.exit(1));

const results: SectionResult[] = [];
for (const section of chosen) results.push(await runSection(section));
console.log(`\n== Summary\n\n${summary(results)}`);
process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0);

async function runSection(section: Section): Promise<SectionResult> {
  console.log(`\n== ${section.title}\n`);
  const began = performance.now();
  const outcome = await outcomeOf(section);
  return { name: section.name, seconds: (performance.now() - began) / 1000, ...outcome };
}

/** A section that breaks down fails; the others still run. */
async function outcomeOf(section: Section): Promise<Outcome> {
  try {
    return await section.run(options);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return oneFailed;
  }
}
