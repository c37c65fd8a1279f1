import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type * as Schemas from '../tools/manifest-schemas/index.js';
import { installWhenMissing } from './bootstrap.mjs';
import { type Resource, renderSite } from './manifests/render-site.ts';

/** `npm run manifests`: checks the resources of each site of deploy/kubernetes against their published schemas. */
const tool = 'tools/manifest-schemas';
installWhenMissing(tool);
const { refusalOf } = (await import(`../${tool}/index.js`)) as typeof Schemas;

const folder = path.resolve(import.meta.dirname, '../deploy/kubernetes');
const overlays = path.join(folder, 'overlays');
const sites = readdirSync(overlays).map((name) => ({ name, resources: renderSite(path.join(overlays, name)) }));
const secret = parse(readFileSync(path.join(folder, 'secret.example.yaml'), 'utf8')) as Resource;
const all = [...sites, { name: 'secret', resources: [secret] }];

for (const { name, resources } of all)
  for (const resource of resources) {
    const refusal = refusalOf(resource);
    if (refusal === null) continue;
    process.exitCode = 1;
    console.error(`${name}: ${resource.kind} ${resource.metadata.name}: ${refusal}`);
  }
if (process.exitCode !== 1)
  console.log(
    all.map(({ name, resources }) => `${name}: ${resources.length} resources match their schemas`).join('\n'),
  );
