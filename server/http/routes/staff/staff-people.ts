import type { FastifyInstance } from 'fastify';
import {
  actOnPerson,
  actOnSubject,
  checkStaffActions,
  readPerson,
  searchPeople,
} from '#contract/api/staff/staff-people.ts';
import { decideProposal, readProposals } from '#contract/api/staff/staff-proposals.ts';
import type { SummaryDependencies } from '../../../staff/account-page-summary.ts';
import type { ActionDependencies } from '../../../staff/action.ts';
import { confirmProposal, declineProposal, listProposals } from '../../../staff/decide-proposal.ts';
import { performAction } from '../../../staff/perform-action.ts';
import { searchPeople as search } from '../../../staff/search-people.ts';
import { checkChain } from '../../../staff/staff-actions.ts';
import { viewPerson } from '../../../staff/view-person.ts';
import { bind } from '../../bind.ts';

/** Finding, viewing and helping people, and what a second staff member confirms. */
export function staffPeopleRoutes(app: FastifyInstance, dependencies: ActionDependencies & SummaryDependencies): void {
  const { db } = dependencies;
  bind(app, searchPeople, ({ body, staff }) => search(dependencies, body.text, staff));
  bind(app, readPerson, ({ params, staff }) => viewPerson(dependencies, { userId: params.userId, staff }));
  bind(app, actOnPerson, ({ params: { userId }, body, headers, staff }) =>
    performAction(dependencies, { staff, userId, ...body, requestKey: headers['idempotency-key'] }),
  );
  bind(app, actOnSubject, ({ body, headers, staff }) =>
    performAction(dependencies, { staff, userId: null, ...body, requestKey: headers['idempotency-key'] }),
  );
  bind(app, checkStaffActions, () => checkChain(db));
  bind(app, readProposals, async ({ staff }) => ({ proposals: await listProposals(dependencies, staff) }));
  bind(app, decideProposal, ({ params: { proposalId: id }, body, staff }) =>
    (body.decision === 'CONFIRM' ? confirmProposal : declineProposal)(dependencies, { staff, id }),
  );
}
