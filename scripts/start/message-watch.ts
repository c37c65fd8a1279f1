import { watch } from 'node:fs';
import path from 'node:path';
import { buildMessages } from './builds.ts';
import type { StartedProcess } from './start-process.ts';

const settleMs = 150;

/**
 * Compiles the messages again when a file of theirs is saved; what was compiled then reloads server and browser by
 * itself.
 */
export function watchMessages({ root }: { root: string }): StartedProcess {
  let timer: NodeJS.Timeout | undefined;
  const compile = () => {
    // A text that is half typed is no reason to stop: the compiler has said what is wrong, the last texts stay.
    buildMessages({ root }).catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
  };
  const watcher = watch(path.join(root, 'messages'), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(compile, settleMs);
  });
  const stop = async () => {
    clearTimeout(timer);
    watcher.close();
  };
  return { name: 'message watch', lost: new Promise(() => {}), stop };
}
