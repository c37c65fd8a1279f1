import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import type { FastifyInstance } from 'fastify';

const headers = {
  // As with the gateway's own, the frames of a page load them once.
  'cache-control': 'max-age=60',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

type BrowserFiles = { app: FastifyInstance; prefix: string; folder: URL; styleSheet: URL };

/**
 * Serves a folder of browser modules and one style sheet below `prefix`, with types stripped. Tests are not served.
 * Returns the tags of a page that loads all modules in one round trip.
 */
export async function serveBrowserFiles({ app, prefix, folder, styleSheet }: BrowserFiles): Promise<string> {
  const names = new Set((await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')));
  const styles = await readFile(styleSheet, 'utf8');

  app.get(`${prefix}/style.css`, (_request, reply) =>
    reply.headers(headers).type('text/css; charset=utf-8').send(styles),
  );
  app.get<{ Params: { name: string } }>(`${prefix}/scripts/:name`, async ({ params: { name } }, reply) => {
    if (!names.has(name)) return reply.code(404).send({ code: 'not_found' });
    const script = stripTypeScriptTypes(await readFile(new URL(name, folder), 'utf8'));
    return reply.headers(headers).type('text/javascript; charset=utf-8').send(script);
  });
  return [...names].map((name) => `<link rel="modulepreload" href="${prefix}/scripts/${name}">`).join('\n');
}
