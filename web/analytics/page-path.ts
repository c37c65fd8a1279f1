import type { AnalyticsPage } from '#contract/analytics-events.ts';

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * A page's path as it is counted: an id in it, an order's for instance, is nobody's business there. The server, which
 * has the list, counts a path that is not on it as `other`.
 */
export function pagePath(path: string): AnalyticsPage {
  return path.replaceAll(ids, 'id') as AnalyticsPage;
}
