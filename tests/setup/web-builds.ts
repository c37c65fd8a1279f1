import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    webBuildsFolder: string;
  }
}

/** What tests open in a browser: the web with its mock screens; a page with the payment methods alone. */
export type WebBuild = 'gallery' | 'payment-methods';

/** The folder it was built into at the beginning of the run. */
export function folderOf(build: WebBuild): string {
  const folder: string | undefined = inject('webBuildsFolder');
  if (!folder) throw new Error('Nothing was built for this test file: name it *.browser.test.ts.');
  return join(folder, build);
}
