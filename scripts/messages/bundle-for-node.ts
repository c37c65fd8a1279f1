import path from 'node:path';
import { build } from 'vite';

/**
 * Puts the compiled texts into two files for Node, in `generated/messages-on-node`: to load each of some fifteen hundred by itself takes
 * half a second of every process. Browsers get the single texts, of which a screen takes those it shows.
 */
export async function bundleForNode({ root }: { root: string }): Promise<void> {
  const compiled = path.join(root, 'generated/messages');
  await build({
    root: compiled,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      minify: true,
      outDir: path.join(root, 'generated/messages-on-node'),
      emptyOutDir: true,
      rolldownOptions: {
        input: { messages: path.join(compiled, 'messages.js'), runtime: path.join(compiled, 'runtime.js') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
}
