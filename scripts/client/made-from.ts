import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
export const client = path.join(root, 'client');
/** What the generator wrote. */
export const generated = path.join(client, 'src', 'api');

/** SHA-256 of the document, of what was written of it, and who wrote it. */
export type Provenance = { document: string; generator: string; code: string };

const hashOf = (texts: string[]) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
};

/**
 * What client/src/made-from.json must say of the code as it lies there. With the hashes, whoever has no generator can
 * tell that the code is of this document, by this generator, and that nobody has touched it since.
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
