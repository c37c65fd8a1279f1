import type { FastifyInstance } from 'fastify';
import {
  agreeToInvoices as agreeRoute,
  readInvoiceAddress as readRoute,
  removeInvoiceAddress as removeRoute,
  setInvoiceAddress as setRoute,
} from '#contract/api/invoice-address.ts';
import type { MessageLimits } from '../../account/change-phone.ts';
import {
  agreeToInvoices,
  removeInvoiceAddress,
  setInvoiceAddress,
  viewInvoiceAddress,
} from '../../account/invoice-address.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import type { TokenMaker } from '../../secret.ts';
import { bind } from '../bind.ts';
import { bearerToken } from '../request-token.ts';

type Dependencies = MessageLimits & { db: Db; clock: Clock; makeToken: TokenMaker };

/** A payer's second address for invoices: for its signed-in owner, and for the reader of that mailbox. */
export function invoiceAddressRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  bind(app, readRoute, async ({ session: { user } }) => ({ address: await viewInvoiceAddress(dependencies, user.id) }));
  bind(app, setRoute, ({ session, body }) => setInvoiceAddress(dependencies, { session, ...body }));
  bind(app, removeRoute, ({ session }) => removeInvoiceAddress(dependencies, session));
  bind(app, agreeRoute, ({ headers }) => agreeToInvoices(dependencies, bearerToken(headers)));
}
