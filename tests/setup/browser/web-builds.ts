import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    webBuildsFolder: string;
  }
}

/** The builds that browser tests open: the web with its mock screens, and a page with the payment methods alone. */
export type WebBuild = 'gallery' | 'gallery-in-parts' | 'payment-methods';

/** The build's folder, created at the start of the run. */
export function folderOf(build: WebBuild): string {
  const folder: string | undefined = inject('webBuildsFolder');
  if (!folder) throw new Error('Nothing was built for this test file: name it *.browser.test.ts.');
  return join(folder, build);
}
