import type { FastifyInstance } from 'fastify';
import { listAnnouncements, listCodes, listSwitches } from '#contract/api/staff/staff-codes.ts';
import { listPriceVersions, readPriceVersion, viewPlansAs } from '#contract/api/staff/staff-prices.ts';
import type { QuoteDependencies } from '../../../checkout/quote-order.ts';
import { listAnnouncements as announcements } from '../../../staff/view-announcements.ts';
import { listCodes as codes, listSwitches as switches } from '../../../staff/view-codes.ts';
import { listVersions, plansAs, viewVersion } from '../../../staff/view-prices.ts';
import { bind } from '../../bind.ts';

/** Prices, codes and switches, for the staff who manage them. */
export function staffPriceRoutes(app: FastifyInstance, dependencies: QuoteDependencies): void {
  bind(app, listPriceVersions, () => listVersions(dependencies));
  bind(app, readPriceVersion, ({ params, staff }) => viewVersion(dependencies, { number: params.number, staff }));
  bind(app, viewPlansAs, ({ params, query }) => plansAs(dependencies, { number: params.number, query }));
  bind(app, listCodes, ({ staff }) => codes(dependencies, staff));
  bind(app, listAnnouncements, ({ staff }) => announcements(dependencies, staff));
  bind(app, listSwitches, ({ staff }) => switches(dependencies, staff));
}
