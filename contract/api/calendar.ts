import * as z from 'zod/mini';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';

/** Renewals as calendar entries: a file, or a feed that a calendar polls. */
const own = { tag: 'Account', headers: publicHeaders, caller: 'parent' } as const;

export const readCalendarFeed = route({
  method: 'GET',
  path: '/v2/account/calendar-feed',
  ...own,
  summary: 'Get since when the calendar has a secret address, if it has one',
  limits: ['read'],
  answer: z.object({ feed: z.nullable(z.object({ createdAt: z.iso.datetime() })) }),
});

export const makeCalendarFeed = route({
  method: 'POST',
  path: '/v2/account/calendar-feed',
  ...own,
  summary: "Create the calendar's secret address, shown once; an earlier one stops working",
  limits: ['change-account'],
  fresh: true,
  answer: z.object({ address: z.url() }),
});

export const removeCalendarFeed = route({
  method: 'DELETE',
  path: '/v2/account/calendar-feed',
  ...own,
  summary: "Remove the calendar's secret address",
  limits: ['change-account'],
  answer: z.object({ removed: z.boolean() }),
});

export const downloadCalendar = route({
  method: 'GET',
  path: '/v2/account/calendar.ics',
  ...own,
  summary: 'Download renewals as a calendar file; importing it again replaces its entries',
  limits: ['download'],
  answer: z.file(),
  file: 'text/calendar',
});

/** Calendar programs send no headers of ours, so the secret is in the URL's query, which is not logged. */
export const readCalendar = route({
  method: 'GET',
  path: '/v2/calendar.ics',
  tag: 'Calendar',
  summary: 'Get the calendar at its secret address',
  caller: 'anyone',
  limits: ['read'],
  errors: ['NOT_FOUND'],
  query: z.object({ key: z.string().check(z.maxLength(128)) }),
  answer: z.file(),
  file: 'text/calendar',
});
