import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { readForms, sendPage } from '../mail/page.ts';
import { smsPage } from './sms-page.ts';
import type { SmsMessage, SmsStore } from './sms-store.ts';
import { reportFate } from './status-callback.ts';
import { errorBody, refusalOf } from './twilio-answers.ts';

export { openSmsStore, type SmsStore } from './sms-store.ts';

type ToQuery = { Querystring: { to?: string } };
type SendRequest = {
  Params: { account: string };
  Body:
    | { To?: string; From?: string; MessagingServiceSid?: string; Body?: string; StatusCallback?: string }
    | undefined;
};

const apiVersion = '2010-04-01';

/** The account id and token of a Basic header; null if there is none. */
function credentialsOf(authorization: string | undefined): { account: string; token: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '')?.[1];
  if (!encoded) return null;
  const [account = '', ...token] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { account, token: token.join(':') };
}

function created({ account, message }: { account: string; message: SmsMessage }) {
  const date = new Date(message.receivedAt).toUTCString().replace('GMT', '+0000');
  return {
    account_sid: account,
    api_version: apiVersion,
    body: message.body,
    date_created: date,
    date_sent: null,
    date_updated: date,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: message.from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: String(Math.max(1, Math.ceil(message.body.length / 153))),
    price: null,
    price_unit: 'USD',
    sid: message.sid,
    status: 'queued',
    subresource_uris: { media: `/${apiVersion}/Accounts/${account}/Messages/${message.sid}/Media.json` },
    to: message.to,
    uri: `/${apiVersion}/Accounts/${account}/Messages/${message.sid}.json`,
  };
}

/** Twilio's message intake, a page under /sms and JSON under /sms/messages. `authToken` is the account's token. */
export const smsIntake: FastifyPluginAsync<{ store: SmsStore; authToken: string }> = async (
  app,
  { store, authToken },
) => {
  readForms(app);

  const isOwner = (account: string, { headers }: FastifyRequest) => {
    const credentials = credentialsOf(headers.authorization);
    return credentials?.account === account && credentials.token === authToken;
  };
  const refuseStranger = (reply: FastifyReply) =>
    reply
      .code(401)
      .header('www-authenticate', 'Basic realm="Twilio API"')
      .send(errorBody({ code: 20003, status: 401, message: 'Authenticate' }));

  app.get<{ Params: { account: string } }>(`/${apiVersion}/Accounts/:account(^\\w+).json`, (request, reply) => {
    const { account } = request.params;
    if (!isOwner(account, request)) return refuseStranger(reply);
    return reply.send({ sid: account, friendly_name: 'Sandbox', status: 'active', type: 'Full' });
  });
  app.post<SendRequest>(`/${apiVersion}/Accounts/:account/Messages.json`, (request, reply) => {
    const { account } = request.params;
    if (!isOwner(account, request)) return refuseStranger(reply);
    const from = request.body?.From ?? request.body?.MessagingServiceSid ?? '';
    const message = { to: request.body?.To ?? '', from, body: request.body?.Body ?? '' };
    const refusal = refusalOf(message);
    if (refusal) return reply.code(refusal.status).send(errorBody(refusal));
    const received = store.receive(message);
    const reportsTo = request.body?.StatusCallback;
    if (reportsTo) void reportFate({ reportsTo, account, authToken, message: received });
    return reply.code(201).send(created({ account, message: received }));
  });

  app.get<ToQuery>('/sms', (request, reply) => {
    const to = request.query.to ?? '';
    return sendPage(reply, smsPage({ messages: store.list({ to }), to }));
  });
  app.post<{ Body: { to?: string } | undefined }>('/sms/clear', (request, reply) => {
    store.remove({ to: request.body?.to ?? null });
    return reply.redirect('/sms', 303);
  });
  app.get<ToQuery>('/sms/messages', async (request) => ({ messages: store.list({ to: request.query.to ?? null }) }));
  app.delete<ToQuery>('/sms/messages', async (request) => ({
    removed: store.remove({ to: request.query.to ?? null }),
  }));
};
