import type { FastifyRequest } from 'fastify';

const ofStaff = /^\/(?:staff|api\/v2\/staff)(?:\/|$)/;

/** Whether a request is for the console: by its matched route, because a URL has many spellings. */
export const isForStaff = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => ofStaff.test(url);
