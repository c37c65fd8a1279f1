import type { FastifyInstance } from 'fastify';
import { changePractice, listProfessionalReceipts, readPractice } from '#contract/api/professional-account.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { changeOwnPractice, readOwnPractice } from '../professionals/practice.ts';
import { viewReceipts } from '../professionals/view-receipts.ts';
import { bind } from './bind.ts';
import { asking } from './professional-cases.ts';

/** What only a professional's account has. The rest of it is that of everybody who is signed in. */
export function professionalAccountRoutes(app: FastifyInstance, dependencies: { db: Db; clock: Clock }): void {
  const { db } = dependencies;
  bind(app, listProfessionalReceipts, (call) => viewReceipts(db, asking(call)));
  bind(app, readPractice, ({ session }) => readOwnPractice(db, session.user.id));
  bind(app, changePractice, (call) => {
    const { device } = call.session;
    return changeOwnPractice(dependencies, { ...asking(call), device, values: call.body });
  });
}
