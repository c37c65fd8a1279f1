import * as z from 'zod/mini';
import { id } from '../../fields/fields.ts';
import { publicHeaders } from '../headers.ts';
import { route } from '../route.ts';
import { actionDone } from './staff-people.ts';

/** What one member of staff proposes and another confirms. */
const console = { tag: 'Staff', headers: publicHeaders, caller: 'staff' } as const;

const proposal = z.object({
  id,
  title: z.string(),
  person: z.nullable(z.object({ userId: id, name: z.string() })),
  /** Its current effect; null if it is no longer possible. */
  sentences: z.nullable(z.array(z.string())),
  inputs: z.array(z.object({ label: z.string(), value: z.string() })),
  reason: z.string(),
  proposedBy: z.string(),
  /** Whoever proposed it cannot confirm it. */
  isOwn: z.boolean(),
  proposedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ProposalView = z.output<typeof proposal>;

export const readProposals = route({
  method: 'GET',
  path: '/v2/staff/proposals',
  ...console,
  summary: 'List proposals awaiting a second person',
  limits: ['staff-read'],
  answer: z.object({ proposals: z.array(proposal) }),
});

export const decideProposal = route({
  method: 'POST',
  path: '/v2/staff/proposals/:proposalId/decision',
  ...console,
  summary: 'Confirm or decline a proposal',
  limits: ['staff-act'],
  errors: ['CONFLICT', 'ACCOUNT_FROZEN'],
  params: z.object({ proposalId: id }),
  body: z.object({ decision: z.enum(['CONFIRM', 'DECLINE']) }),
  answer: actionDone,
});
