import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
export const client = path.join(root, 'client');
/** The generator's output folder. */
export const generated = path.join(client, 'src', 'api');

/** SHA-256 of the document and of the generated code, and the version of the generator. */
export type Provenance = { document: string; generator: string; code: string };

const hashOf = (texts: string[]) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
};

/**
 * What client/src/made-from.json must contain for the current code. Without the generator, its hashes show that the
 * code was generated from this document by this generator, and not edited since.
 */
export function provenanceOf(document: object): Provenance {
  const tool = JSON.parse(readFileSync(path.join(root, 'tools/client-generator/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const files = globSync('**/*.ts', { cwd: generated }).toSorted();
  return {
    document: hashOf([JSON.stringify(document)]),
    generator: tool.dependencies['@hey-api/openapi-ts'] ?? '',
    code: hashOf(files.flatMap((file) => [file, readFileSync(path.join(generated, file), 'utf8')])),
  };
}
