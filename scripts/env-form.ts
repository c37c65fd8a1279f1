import { readFileSync, writeFileSync } from 'node:fs';
import { environmentForm } from './environment/environment-form.ts';

/** Writes .env.example, the template of a site's configuration. */
writeFileSync(
  '.env.example',
  environmentForm({
    handbook: readFileSync('docs/operations.md', 'utf8'),
    compose: readFileSync('deploy/compose.yaml', 'utf8'),
  }),
);
console.log('.env.example written');
