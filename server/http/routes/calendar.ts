import type { FastifyInstance } from 'fastify';
import {
  downloadCalendar,
  makeCalendarFeed,
  readCalendar,
  readCalendarFeed,
  removeCalendarFeed,
} from '#contract/api/calendar.ts';
import { readFeed } from '../../identity/calendar-feed.ts';
import { endFeed, makeFeed, readFeedByKey } from '../../plans/calendar-feed.ts';
import { type CalendarDependencies, renewalCalendar } from '../../plans/renewal-calendar.ts';
import { bind } from '../bind.ts';

const attachment = 'attachment; filename="calendar.ics"';

/** The calendar feed, for its signed-in owner and for calendar programs, which authenticate by its secret URL. */
export function calendarRoutes(app: FastifyInstance, dependencies: CalendarDependencies): void {
  bind(app, readCalendarFeed, async ({ session: { user } }) => {
    const feed = await readFeed(dependencies.db, user.id);
    return { feed: feed && { createdAt: feed.createdAt.toISOString() } };
  });
  bind(app, makeCalendarFeed, ({ session }) => makeFeed(dependencies, { session }));
  bind(app, removeCalendarFeed, ({ session }) => endFeed(dependencies, { session }));
  bind(app, downloadCalendar, ({ session: { user }, language, reply }) => {
    reply.header('content-disposition', attachment);
    return renewalCalendar(dependencies, { user, language });
  });
  bind(app, readCalendar, ({ query, reply }) => {
    reply.header('content-disposition', attachment);
    return readFeedByKey(dependencies, query.key);
  });
}
