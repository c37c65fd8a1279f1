import type { FastifyRequest } from 'fastify';

const ofStaff = /^\/(?:staff|api\/v2\/staff)(?:\/|$)/;

/** Whether a request is the console's: by the route it was matched to, because an address has many spellings. */
export const isForStaff = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => ofStaff.test(url);
