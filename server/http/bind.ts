import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, callers } from '#contract/api/callers.ts';
import type { AnswerOf, BodyOf, HeadersOf, ParamsOf, QueryOf, Route } from '#contract/api/route.ts';
import type { ProblemOf } from '#contract/api/route-problems.ts';
import type { Language } from '#contract/fields/languages.ts';
import type { Session } from '../identity/session-repository.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { StaffSession } from '../staff/staff-session.ts';
import { callLanguage } from './language.ts';
import { withPhonesRead } from './read-phones.ts';
import type { Counting, CountingOf } from './route-rules.ts';
import { sendRefusal } from './send-refusal.ts';
import { markSessionWritten, prolongSession } from './signed-in.ts';
import { prolongStaffSession } from './staff-signed-in.ts';

export type Call<R extends Route> = {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  headers: HeadersOf<R>;
  body: BodyOf<R>;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
} & (R['caller'] extends CallersProvedBy<'session'> ? { session: Session } : unknown) &
  (R['caller'] extends CallersProvedBy<'staff-session'> ? { staff: StaffSession } : unknown);

/** Who is known by a session of this kind: passed to the route's handler. */
type CallersProvedBy<Proof> = {
  [Name in Caller]: (typeof callers)[Name]['proof'] extends Proof ? Name : never;
}[Caller];

/**
 * Responds to a call with data of the contract's shape, or refuses it with a problem of the route's row. Faults throw.
 */
export type Handler<R extends Route> = (call: Call<R>) => Promise<HandlerAnswer<R> | Refusal<ProblemOf<R>>>;
type HandlerAnswer<R extends Route> = R extends { file: string } ? Uint8Array | string : AnswerOf<R>;

/** How a route's responses appear in the API document; files are sent as they are. */
function responseOf({ answer, file, summary }: Route) {
  return file ? { description: summary, content: { [file]: { schema: answer } } } : answer;
}

/** Serves one route of the contract by its rules: parse, call, respond. */
export function bind<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R>,
  counting?: CountingOf<R>,
): void {
  const status = route.status ?? 200;
  app.route({
    method: route.method,
    url: route.path,
    // A HEAD would run a GET's handler, and some of these send texts, bypassing the limits of their call.
    exposeHeadRoute: false,
    ...(route.maxBodyBytes === undefined ? {} : { bodyLimit: route.maxBodyBytes }),
    config: { rules: route, ...(counting ? { counting: counting as Counting } : {}) },
    schema: {
      summary: route.summary,
      tags: [route.tag],
      ...(route.params ? { params: route.params } : {}),
      ...(route.query ? { querystring: route.query } : {}),
      ...(route.headers ? { headers: route.headers } : {}),
      ...(route.body ? { body: route.body } : {}),
      response: { [status]: responseOf(route) },
    },
    preValidation: async (request) => {
      request.body = withPhonesRead(request.body);
      request.query = withPhonesRead(request.query);
    },
    handler: async (request, reply) => {
      const language = callLanguage(request);
      const { proof } = callers[route.caller];
      const session = proof === 'session' ? await prolongSession(request) : null;
      const call = {
        params: request.params,
        query: request.query,
        headers: request.headers,
        body: request.body,
        language,
        request,
        reply,
        ...(session ? { session } : {}),
        ...(proof === 'staff-session' ? { staff: await prolongStaffSession(request) } : {}),
      };
      const answer = await handler(call as unknown as Call<R>);
      if (session && route.method !== 'GET' && !route.limits.includes('read'))
        await markSessionWritten(request, session);
      if (reply.sent) return reply;
      if (isRefusal(answer)) return sendRefusal({ reply, request, refusal: answer, language });
      if (route.file) reply.header('content-type', route.file);
      return reply.code(status).send(answer);
    },
  });
}
