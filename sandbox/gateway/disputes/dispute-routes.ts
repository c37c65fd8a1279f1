import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendErrors, sendNotFound, sendXml } from '../answers.ts';
import type { GatewayContext, Refused } from '../gateway-context.ts';
import { accountView } from '../merchant-accounts.ts';
import { section } from '../params.ts';
import {
  meets,
  rangeCriterion,
  readCents,
  textCriterion,
  timeCriterion,
  valuesCriterion,
} from '../transactions/search-criteria.ts';
import { collection } from '../xml.ts';
import { disputeView, evidenceView } from './dispute-view.ts';
import {
  acceptDispute,
  addEvidence,
  allDisputes,
  type Disputed,
  finalizeDispute,
  findDispute,
  removeEvidence,
} from './disputes.ts';
import { documentUploadRoute, isUnknownDocument } from './document-uploads.ts';

type ById = { Params: { disputeId: string; evidenceId: string } };
type Routes = { app: FastifyInstance; context: GatewayContext };

const config = { operation: 'dispute' } as const;
const pageSize = 50;

/** Disputes as the merchant's server handles them. */
export function disputeRoutes({ app, context }: Routes): void {
  const withDispute =
    (answer: (found: Disputed, request: FastifyRequest<ById>, reply: FastifyReply) => FastifyReply) =>
    (request: FastifyRequest<ById>, reply: FastifyReply): FastifyReply => {
      const found = findDispute({ context, id: request.params.disputeId });
      return found ? answer(found, request, reply) : sendNotFound(reply);
    };
  const path = '/disputes/:disputeId';

  app.get<ById>(
    path,
    { config },
    withDispute((found, _request, reply) => sendDispute(reply, found)),
  );
  app.put<ById>(
    `${path}/accept`,
    { config },
    withDispute((found, _request, reply) => sendDispute(reply, acceptDispute({ context, ...found }))),
  );
  app.put<ById>(
    `${path}/finalize`,
    { config },
    withDispute((found, _request, reply) => sendDispute(reply, finalizeDispute({ context, ...found }))),
  );
  app.post<ById>(
    `${path}/evidence`,
    { config },
    withDispute((found, request, reply) => {
      const params = section(request.body);
      if (isUnknownDocument({ context, params })) return sendNotFound(reply);
      const added = addEvidence({ context, ...found, params });
      if ('errors' in added) return sendErrors({ reply, errors: added.errors });
      return sendXml({ reply, status: 200, root: 'evidence', value: evidenceView(added.evidence) });
    }),
  );
  app.delete<ById>(
    `${path}/evidence/:evidenceId`,
    { config },
    withDispute((found, request, reply) => {
      const removed = removeEvidence({ context, ...found, evidenceId: request.params.evidenceId });
      return removed ? sendDispute(reply, removed) : sendNotFound(reply);
    }),
  );
  searchRoute({ app, context });
  documentUploadRoute({ app, context });
}

function sendDispute(reply: FastifyReply, done: Disputed | Refused): FastifyReply {
  if ('errors' in done) return sendErrors({ reply, errors: done.errors });
  return sendXml({ reply, status: 200, root: 'dispute', value: disputeView(done) });
}

const criteria = {
  id: textCriterion<Disputed>(({ dispute }) => dispute.id),
  case_number: textCriterion<Disputed>(({ dispute }) => dispute.caseNumber),
  reference_number: textCriterion<Disputed>(({ dispute }) => dispute.caseNumber),
  transaction_id: textCriterion<Disputed>(({ transaction }) => transaction.id),
  customer_id: textCriterion<Disputed>(({ transaction }) => transaction.customer.id),
  status: valuesCriterion<Disputed>(({ dispute }) => dispute.status),
  kind: valuesCriterion<Disputed>(({ dispute }) => dispute.kind),
  reason: valuesCriterion<Disputed>(({ dispute }) => dispute.reason),
  reason_code: valuesCriterion<Disputed>(({ dispute }) => dispute.reasonCode),
  merchant_account_id: valuesCriterion<Disputed>(
    ({ transaction }) => accountView(transaction.merchantAccountId).merchant_account_id,
  ),
  chargeback_protection_level: valuesCriterion<Disputed>(() => 'not_protected'),
  protection_level: valuesCriterion<Disputed>(() => 'No Protection'),
  pre_dispute_program: valuesCriterion<Disputed>(() => 'none'),
  transaction_source: valuesCriterion<Disputed>(({ transaction }) => transaction.transactionSource ?? 'api'),
  disbursement_date: timeCriterion<Disputed>(() => null),
  amount_disputed: rangeCriterion<Disputed>({ of: ({ dispute }) => dispute.amountCents, read: readCents }),
  amount_won: rangeCriterion<Disputed>({ of: ({ dispute }) => dispute.amountWonCents, read: readCents }),
  received_date: timeCriterion<Disputed>(({ dispute }) => dispute.receivedDate),
  reply_by_date: timeCriterion<Disputed>(({ dispute }) => dispute.replyByDate),
  effective_date: timeCriterion<Disputed>(({ dispute }) => dispute.updatedAt),
};

function searchRoute({ app, context }: Routes): void {
  app.post<{ Querystring: { page?: string } }>('/disputes/advanced_search', { config }, (request, reply) => {
    const result = meets({ criteria, search: section(request.body, 'search') });
    if ('unsupported' in result)
      return reply.code(500).type('text/plain').send(`The sandbox cannot search by ${result.unsupported}`);
    const found = allDisputes(context).filter(result.isMet);
    const page = Math.max(1, Number(request.query.page ?? '1') || 1);
    const shown = found.slice((page - 1) * pageSize, page * pageSize).map((each) => disputeView(each));
    const attributes = { current_page_number: page, page_size: pageSize, total_items: found.length };
    return sendXml({ reply, status: 200, root: 'disputes', value: collection('dispute', shown, attributes) });
  });
}
