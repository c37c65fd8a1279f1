import { readRules, testsByRule } from './coverage/rules-and-tests.ts';

/** `npm run coverage`: each rule with the tests that prove it; `npm run coverage -- 2.4 PAY` those of these ids. */
const wanted = process.argv.slice(2);
const tests = testsByRule();
for (const [id, rule] of Object.entries(readRules())) {
  if (wanted.length > 0 && !wanted.some((start) => id.startsWith(start))) continue;
  console.log(`\n${id}  ${rule}`);
  for (const { file, title } of tests.get(id) ?? []) console.log(`    ${title}  (${file})`);
}
