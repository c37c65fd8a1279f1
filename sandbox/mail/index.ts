import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { mailFaultPage } from './fault-page.ts';
import { framedHtml, inboxPage, messagePage, notFoundPage } from './inbox-pages.ts';
import { mailFaultKinds } from './mail-faults.ts';
import type { InboxMessage, Mailbox } from './mailbox.ts';
import { readForms, sendPage } from './page.ts';

export { type Mailbox, openMailbox } from './mailbox.ts';
export { type SmtpIntake, startSmtpIntake } from './smtp-intake.ts';

type ToQuery = { Querystring: { to?: string } };
type IdParams = { Params: { id: string } };
type FaultBody = { Body: z.output<typeof faultBody> };
type FaultForm = { Body: z.output<typeof faultForm> };

/** A mail is a stranger's HTML: no script, no requests, an opaque origin, and only this site may frame it. */
const framePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const faultBody = z.object({
  kind: z.enum(mailFaultKinds),
  times: z.int().min(1).max(10_000).default(1),
  to: z.string().min(1).optional(),
  delayMs: z.int().min(0).max(600_000).default(30_000),
});

const faultForm = z.object({
  kind: z.enum(mailFaultKinds),
  times: z.coerce.number().int().min(1).max(100),
  to: z.string().transform((address) => address.trim() || null),
  seconds: z.coerce.number().int().min(1).max(600),
});

function summary({ id, receivedAt, messageId, from, to, subject }: InboxMessage) {
  return { id, receivedAt, messageId, from, to, subject };
}

/** Pages under /inbox, JSON under /inbox/messages, faults as JSON under /control/mail-faults. */
export const inbox: FastifyPluginAsync<{ mailbox: Mailbox }> = async (app, { mailbox }) => {
  const assets = {
    'inbox.css': { type: 'text/css; charset=utf-8', body: await readFile(new URL('inbox.css', import.meta.url)) },
    'inbox.js': { type: 'text/javascript; charset=utf-8', body: await readFile(new URL('inbox.js', import.meta.url)) },
  };
  for (const [name, { type, body }] of Object.entries(assets)) {
    app.get(`/inbox/${name}`, (_request, reply) => reply.type(type).send(body));
  }
  readForms(app);

  app.get<ToQuery>('/inbox', (request, reply) => {
    const to = request.query.to ?? '';
    return sendPage(reply, inboxPage({ messages: mailbox.list({ to }), to }));
  });
  app.post<{ Body: { to?: string } | undefined }>('/inbox/clear', (request, reply) => {
    mailbox.remove({ to: request.body?.to ?? null });
    return reply.redirect('/inbox', 303);
  });
  app.get<IdParams>('/inbox/:id', (request, reply) => {
    const message = mailbox.find(request.params.id);
    return message ? sendPage(reply, messagePage(message)) : sendPage(reply.code(404), notFoundPage());
  });

  app.get<ToQuery>('/inbox/messages', async (request) => ({
    messages: mailbox.list({ to: request.query.to ?? null }).map(summary),
  }));
  app.delete<ToQuery>('/inbox/messages', async (request) => ({
    removed: mailbox.remove({ to: request.query.to ?? null }),
  }));
  app.get<IdParams>('/inbox/messages/:id', (request, reply) => {
    const message = mailbox.find(request.params.id);
    return message ? reply.send(message) : reply.code(404).send({ code: 'message_not_found' });
  });
  app.get<IdParams>('/inbox/messages/:id/html', (request, reply) => {
    const source = mailbox.find(request.params.id)?.html ?? null;
    if (source === null) return sendPage(reply.code(404), notFoundPage());
    return reply
      .headers({ 'content-security-policy': framePolicy, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(framedHtml(source));
  });
  app.get<{ Params: { id: string; index: string } }>('/inbox/messages/:id/files/:index', ({ params }, reply) => {
    const file = mailbox.find(params.id)?.attachments[Number(params.index)];
    if (!file) return sendPage(reply.code(404), notFoundPage());
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .type(file.type)
      .send(Buffer.from(file.content, 'base64'));
  });
  app.delete<IdParams>('/inbox/messages/:id', (request, reply) =>
    mailbox.remove({ id: request.params.id }) === 1
      ? reply.code(204).send()
      : reply.code(404).send({ code: 'message_not_found' }),
  );

  app.setValidatorCompiler(validatorCompiler);
  app.get<{ Querystring: { armed?: string } }>('/inbox/faults', ({ query }, reply) =>
    sendPage(reply, mailFaultPage({ faults: mailbox.faults.list(), armed: query.armed !== undefined })),
  );
  app.post<FaultForm>('/inbox/faults', { schema: { body: faultForm } }, ({ body }, reply) => {
    const { seconds, ...fault } = body;
    mailbox.faults.add({ ...fault, delayMs: seconds * 1000 });
    return reply.redirect('/inbox/faults?armed', 303);
  });
  app.post('/inbox/faults/clear', (_request, reply) => {
    mailbox.faults.clear();
    return reply.redirect('/inbox/faults', 303);
  });
  app.get('/control/mail-faults', async () => ({ faults: mailbox.faults.list() }));
  app.post<FaultBody>('/control/mail-faults', { schema: { body: faultBody } }, (request, reply) => {
    const { kind, times, to, delayMs } = request.body;
    mailbox.faults.add({ kind, times, to: to ?? null, delayMs });
    return reply.code(201).send({ faults: mailbox.faults.list() });
  });
  app.delete('/control/mail-faults', (_request, reply) => {
    mailbox.faults.clear();
    return reply.code(204).send();
  });
};
