import type { FastifyInstance } from 'fastify';
import { readEntitlements } from '#contract/api/entitlements.ts';
import { readEntitlements as read } from '../../plans/entitlements.ts';
import { refuse } from '../../refusal.ts';
import { bind } from '../bind.ts';
import { cacheByContent } from '../pages/cache-by-content.ts';

/** Queries by the company's other systems, in a scope of its own. */
export function entitlementRoutes(app: FastifyInstance, dependencies: Parameters<typeof read>[0]): void {
  cacheByContent(app, { 'cache-control': 'private, must-revalidate' });
  bind(app, readEntitlements, async ({ params }) => (await read(dependencies, params.user)) ?? refuse('NOT_FOUND'));
}
