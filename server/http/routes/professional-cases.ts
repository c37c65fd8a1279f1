import type { FastifyInstance } from 'fastify';
import { actOnCases as batchRoute } from '#contract/api/professionals/case-batches.ts';
import { readPlanRefund, refundPlan } from '#contract/api/professionals/plan-refunds.ts';
import {
  archiveCase as archiveRoute,
  correctCase as correctCaseRoute,
  correctEmail as correctRoute,
  inviteParent as inviteRoute,
  listCasePackages,
  openCase as openRoute,
  payPlan,
  pricePlan as priceRoute,
  printInvite as printRoute,
  readCase,
  readPlanPayment,
  revokeInvite as revokeRoute,
  searchCases,
} from '#contract/api/professionals/professional-cases.ts';
import type { BodyOf } from '#contract/api/route.ts';
import type { Language } from '#contract/fields/languages.ts';
import type { CaseAction } from '#contract/professionals/case-actions.ts';
import type { QuoteDependencies } from '../../checkout/quote-order.ts';
import type { PaymentDependencies } from '../../checkout/take-payment.ts';
import type { ReadList } from '../../db/replica.ts';
import type { Session } from '../../identity/session-repository.ts';
import type { MailLimits } from '../../invites/limit-invite-mails.ts';
import { actOnCases } from '../../professionals/act-on-cases.ts';
import { buyPlan, planPayment, planPaymentResult } from '../../professionals/buy-plan.ts';
import { archiveCase, correctCase } from '../../professionals/change-case.ts';
import { correctEmail } from '../../professionals/correct-email.ts';
import { inviteParent, revokeInvite } from '../../professionals/invite-parent.ts';
import { openCase } from '../../professionals/open-case.ts';
import { casePackages, pricePlan } from '../../professionals/price-plan.ts';
import { printInvite } from '../../professionals/print-invite.ts';
import { refundUnusedPlan, viewPlanRefund } from '../../professionals/refund-unused-plan.ts';
import { viewCase, viewCases } from '../../professionals/view-cases.ts';
import type { TokenMaker } from '../../secret.ts';
import type { Sites } from '../../sites.ts';
import { bind } from '../bind.ts';
import { toPaymentResponse } from '../payment-response.ts';
import type { ExperimentsOf } from './offers.ts';

export type ProfessionalCaseDependencies = PaymentDependencies &
  QuoteDependencies &
  MailLimits & { readList: ReadList; makeToken: TokenMaker; sites: Sites; experimentsOf: ExperimentsOf };

/** The caller and their language. Every flow searches by this id only: other people's families are not found. */
export function professionalParams({ session, language }: { session: Session; language: Language }) {
  return { professionalId: session.user.id, language };
}

export function professionalCaseRoutes(app: FastifyInstance, dependencies: ProfessionalCaseDependencies): void {
  familyRoutes(app, dependencies);
  inviteRoutes(app, dependencies);
  planRoutes(app, dependencies);
}

function familyRoutes(app: FastifyInstance, dependencies: ProfessionalCaseDependencies): void {
  const { db, readList, experimentsOf } = dependencies;
  bind(app, searchCases, (call) =>
    readList(call.session.wroteAt, (from) =>
      viewCases(
        { ...dependencies, db: from },
        { ...professionalParams(call), ...call.body, email: call.session.user.email },
      ),
    ),
  );
  bind(app, openRoute, async (call) =>
    openCase(dependencies, {
      ...professionalParams(call),
      body: call.body,
      requestKey: call.headers['idempotency-key'],
      experiments: await experimentsOf(call.request),
    }),
  );
  bind(app, readCase, (call) =>
    viewCase(dependencies, { ...professionalParams(call), db, familyId: call.params.familyId }),
  );
  bind(app, correctCaseRoute, (call) =>
    correctCase(dependencies, { ...professionalParams(call), ...call.params, correction: call.body }),
  );
  bind(app, archiveRoute, (call) =>
    archiveCase(dependencies, { ...professionalParams(call), ...call.params, archived: call.body.archived }),
  );
}

/** One call counts like an action on each of its families. */
const familiesFor =
  (counted: CaseAction) =>
  ({ body }: { body: BodyOf<typeof batchRoute> }) =>
    body.action === counted ? body.familyIds.length : 0;

function inviteRoutes(app: FastifyInstance, dependencies: ProfessionalCaseDependencies): void {
  bind(app, batchRoute, (call) => actOnCases(dependencies, { ...professionalParams(call), ...call.body }), {
    'send-invites': { points: familiesFor('INVITE') },
    'print-letter': { points: familiesFor('LETTERS') },
  });
  bind(app, inviteRoute, (call) => inviteParent(dependencies, { ...professionalParams(call), ...call.params }));
  bind(app, revokeRoute, (call) => revokeInvite(dependencies, { ...professionalParams(call), ...call.params }));
  bind(app, printRoute, (call) => printInvite(dependencies, { ...professionalParams(call), ...call.params }));
  bind(app, correctRoute, (call) =>
    correctEmail(dependencies, { ...professionalParams(call), ...call.params, email: call.body.email }),
  );
}

function planRoutes(app: FastifyInstance, dependencies: ProfessionalCaseDependencies): void {
  const { db, experimentsOf } = dependencies;
  bind(app, listCasePackages, async (call) =>
    casePackages(dependencies, {
      ...professionalParams(call),
      ...call.params,
      experiments: await experimentsOf(call.request),
    }),
  );
  bind(app, priceRoute, async (call) =>
    pricePlan(dependencies, {
      ...professionalParams(call),
      ...call.params,
      selection: call.body,
      experiments: await experimentsOf(call.request),
    }),
  );
  bind(app, payPlan, async (call) => {
    const { body, headers, params, language } = call;
    const submission = {
      ...professionalParams(call),
      ...params,
      body,
      idempotencyKey: headers['idempotency-key'],
      experiments: await experimentsOf(call.request),
    };
    const attempt = await buyPlan(dependencies, submission);
    return toPaymentResponse(call, {
      attempt,
      resultOf: (started) => planPaymentResult(db, { attempt: started, language }),
    });
  });
  bind(app, readPlanRefund, (call) => viewPlanRefund(dependencies, { ...professionalParams(call), ...call.params }));
  bind(app, refundPlan, (call) => refundUnusedPlan(dependencies, { ...professionalParams(call), ...call.params }));
  bind(app, readPlanPayment, (call) =>
    planPayment(db, { ...professionalParams(call), ...call.params, key: call.query.key ?? null }),
  );
}
