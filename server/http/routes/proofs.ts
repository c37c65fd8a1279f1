import type { FastifyInstance } from 'fastify';
import { checkProof, issueProof, listProofs, withdrawProof } from '#contract/api/proofs.ts';
import { checkProofCode, issueOwnProof, ownProofs, withdrawOwnProof } from '../../account/proofs.ts';
import { bind } from '../bind.ts';

/** Proofs of enrolment: issued and withdrawn by their owner, checked by anybody with the code. */
export function proofRoutes(app: FastifyInstance, dependencies: Parameters<typeof ownProofs>[0]): void {
  bind(app, listProofs, ({ session: { user } }) => ownProofs(dependencies, user.id));
  bind(app, issueProof, ({ session, language }) => issueOwnProof(dependencies, { session, language }));
  bind(app, withdrawProof, ({ session, params }) => withdrawOwnProof(dependencies, { session, id: params.proofId }));
  bind(app, checkProof, ({ body }) => checkProofCode(dependencies, body.code));
}
