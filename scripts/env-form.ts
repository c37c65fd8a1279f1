import { readFileSync, writeFileSync } from 'node:fs';
import { environmentForm } from './environment/environment-form.ts';

/** Writes .env.example, the form of what a site is configured with. */
writeFileSync(
  '.env.example',
  environmentForm({
    handbook: readFileSync('docs/operations.md', 'utf8'),
    compose: readFileSync('deploy/compose.yaml', 'utf8'),
  }),
);
console.log('.env.example is written');
