import type { FastifyInstance } from 'fastify';
import { listEventEndpoints, readEventEndpoint } from '#contract/api/staff/staff-events.ts';
import { viewEventEndpoint, viewEventEndpoints } from '../../../staff/view-events.ts';
import { bind } from '../../bind.ts';

/** Event endpoints, as responsible staff see them. */
export function staffEventRoutes(app: FastifyInstance, dependencies: Parameters<typeof viewEventEndpoints>[0]): void {
  bind(app, listEventEndpoints, ({ staff }) => viewEventEndpoints(dependencies, staff));
  bind(app, readEventEndpoint, ({ params, staff }) =>
    viewEventEndpoint(dependencies, { id: params.endpointId, roles: staff.roles }),
  );
}
