import { watch } from 'node:fs';
import path from 'node:path';
import { buildMessages } from './builds.ts';
import type { StartedProcess } from './start-process.ts';

const settleMs = 150;

/** Recompiles the messages when one of their files is saved; server and browser then reload by themselves. */
export function watchMessages({ root }: { root: string }): StartedProcess {
  let timer: NodeJS.Timeout | undefined;
  const compile = () => {
    // A half-typed text must not end the watch: the compiler has printed the problem, and the last texts stay.
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
