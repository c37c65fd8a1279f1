import { createClient } from '@hey-api/openapi-ts';

export function generate({ document, folder }) {
  return createClient({
    input: document,
    output: {
      path: folder,
      module: { extension: '.ts' },
    },
    plugins: ['@hey-api/typescript'],
    logs: { level: 'warn', file: false },
  });
}
