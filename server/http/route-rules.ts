import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { BodyOf, ParamsOf, QueryOf, Route, RouteRules } from '#contract/api/route.ts';
import type { Subjects } from '../rate-limits/rate-limiter.ts';

export type CountedCall<R extends Route> = {
  body: BodyOf<R>;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  request: FastifyRequest;
};

/** How calls of a route count towards one of its limits, unless each is one attempt of its caller. */
export type CountingOf<R extends Route> = {
  [Name in R['limits'][number]]?: {
    /** In addition to the network address, unless they say `address: undefined`. */
    subjects?: (call: CountedCall<R>) => Subjects | Promise<Subjects>;
    /** How many attempts one call counts as; 0: it does not count. */
    points?: (call: CountedCall<R>) => number;
  };
};
export type Counting = CountingOf<Route>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's row in the contract, or a default if there is none. */
    rules?: RouteRules;
    counting?: Counting;
  }
}

/** A route without rules could be called by anybody without limit: the server does not start with it. */
export function requireRules(api: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  api.addHook('onRoute', (route) => void routes.push(route));
  api.addHook('onReady', async () => {
    const bare = routes
      .filter(({ config }) => !config?.rules?.caller || config.rules.limits.length === 0)
      .map(({ method, url }) => `${String(method)} ${url}`);
    if (bare.length === 0) return;
    throw new Error(`Missing caller and limits for ${bare.join(', ')}: bind a route of contract/api.`);
  });
}

/** A URL of a route, from its registered path: `/api/v2/registrations/:signupId/payments`. */
const addressOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);

/** A request before routing: its path is `routedPath` of its URL. */
export type UnroutedRequest = { method?: string | undefined; path: string };

/** The routes of an app that are refused last, for requests that have not been routed yet. */
export function criticalRoutes() {
  const routes: { method: string; address: RegExp; rules: RouteRules }[] = [];
  return {
    /** Call it before the routes are registered. */
    watch: (api: FastifyInstance) => {
      api.addHook('onRoute', ({ method, url, config: { rules } = {} }) => {
        if (rules?.priority === 'critical') routes.push({ method: String(method), address: addressOf(url), rules });
      });
    },
    find: ({ method, path }: UnroutedRequest): RouteRules | null =>
      routes.find((route) => route.method === method && route.address.test(path))?.rules ?? null,
  };
}

/** Gives rules to the routes of a scope whose library registers them itself. Call it before they are registered. */
export function ruleAll(scope: FastifyInstance, rules: RouteRules): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, rules };
  });
}
