import { createClient } from '@hey-api/openapi-ts';

export function generate({ document, folder }) {
  return createClient({
    input: document,
    output: {
      path: folder,
      module: { extension: '.ts' },
      // It is not written for the strictest settings; its types hold for whoever uses it.
      header: ({ defaultValue }) => [...defaultValue, '// @ts-nocheck'],
    },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'warn', file: false },
  });
}
