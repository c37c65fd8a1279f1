import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Lets the calls of a scope be made by a form as well as with JSON: each name once, with the first of several values.
 */
export function acceptFormValues(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => {
      const values: Record<string, string> = {};
      for (const [name, value] of new URLSearchParams(body)) if (name !== '__proto__') values[name] ??= value;
      return values;
    },
  );
}
