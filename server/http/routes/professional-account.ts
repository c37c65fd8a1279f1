import type { FastifyInstance } from 'fastify';
import {
  changePractice,
  listProfessionalReceipts,
  readPractice,
} from '#contract/api/professionals/professional-account.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import type { ReadList } from '../../db/replica.ts';
import { changeOwnPractice, readOwnPractice } from '../../professionals/practice.ts';
import { viewReceipts } from '../../professionals/view-receipts.ts';
import { bind } from '../bind.ts';
import { professionalParams } from './professional-cases.ts';

type Dependencies = { db: Db; readList: ReadList; clock: Clock };

/** What only a professional's account has. The rest is shared by all signed-in users. */
export function professionalAccountRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, readList } = dependencies;
  bind(app, listProfessionalReceipts, (call) =>
    readList(call.session.wroteAt, (from) => viewReceipts(from, professionalParams(call))),
  );
  bind(app, readPractice, ({ session }) => readOwnPractice(db, session.user.id));
  bind(app, changePractice, (call) => {
    const { device } = call.session;
    return changeOwnPractice(dependencies, { ...professionalParams(call), device, values: call.body });
  });
}
