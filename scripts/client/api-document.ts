import { buildApp } from '#server/app.ts';
import { composeServer } from '#server/compose-server.ts';
import { parseConfig } from '#server/config.ts';
import type { ApiDocument } from './document-for-services.ts';

/** The API document that a server of this release returns. Opens no port and needs no database. */
export async function apiDocument(): Promise<ApiDocument> {
  const config = parseConfig({
    DATABASE_URL: 'postgres://nobody@localhost:1/none',
    APP_SECRET: 'of a server that nobody calls, for its document',
    PUBLIC_URL: 'https://localhost',
    LOG_LEVEL: 'error',
  });
  const server = await composeServer(config, { poolSize: 1 });
  const app = await buildApp(
    {
      staffUrl: null,
      secureCookies: true,
      securityContact: config.SECURITY_CONTACT,
      maxInFlight: config.MAX_IN_FLIGHT,
      maxEventLoopDelayMs: 0,
      mayForceExperiments: false,
      leaveAddress: config.LEAVE_ADDRESS,
      webDist: null,
      logger: false,
    },
    server.dependencies,
  );
  await app.ready();
  const document = (await app.inject('/api/openapi.json')).json<ApiDocument>();
  await app.close();
  await server.close();
  return document;
}
