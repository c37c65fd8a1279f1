import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync } from 'fastify';
import { sendPage } from '../mail/page.ts';
import { homePage } from './home-page.ts';

/** The sandbox's front page, the style sheet of all its pages, and the health check. */
export const home: FastifyPluginAsync = async (app) => {
  const sheets = {
    'home.css': new URL('home.css', import.meta.url),
    'look.css': new URL('../look.css', import.meta.url),
  };
  for (const [name, file] of Object.entries(sheets)) {
    const css = await readFile(file);
    app.get(`/${name}`, (_request, reply) => reply.type('text/css; charset=utf-8').send(css));
  }
  app.get('/', (_request, reply) => sendPage(reply, homePage()));
  app.get('/healthz', async () => ({ ok: true }));
};
