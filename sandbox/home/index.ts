import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync } from 'fastify';
import { sendPage } from '../mail/page.ts';
import { homePage } from './home-page.ts';

/** The sandbox's front page, and the answer to "are you up". */
export const home: FastifyPluginAsync = async (app) => {
  const css = await readFile(new URL('home.css', import.meta.url));
  app.get('/home.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css));
  app.get('/', (_request, reply) => sendPage(reply, homePage()));
  app.get('/healthz', async () => ({ ok: true }));
};
