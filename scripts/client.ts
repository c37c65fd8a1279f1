import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as Generator from '../tools/client-generator/index.js';
import { installWhenMissing } from './bootstrap.mjs';
import { apiDocument } from './client/api-document.ts';
import { documentForServices } from './client/document-for-services.ts';
import { client, generated, type Provenance, provenanceOf } from './client/made-from.ts';

/** `npm run client`: regenerates the part of client/ that is made from the API document. */
const tool = 'tools/client-generator';
installWhenMissing(tool);
const { generate } = (await import(`../${tool}/index.js`)) as typeof Generator;

const document = documentForServices(await apiDocument());
// A copy, because the generator resolves references in place.
await generate({ document: structuredClone(document), folder: generated });

const write = (file: string, content: object) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
const madeFrom: Provenance = provenanceOf(document);
write(path.join(client, 'src', 'made-from.json'), madeFrom);
const manifest = path.join(client, 'package.json');
write(manifest, { ...(JSON.parse(readFileSync(manifest, 'utf8')) as object), version: document.info.version });
console.log(`client/ was generated from API document ${document.info.version}`);
