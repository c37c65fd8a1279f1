import { expireRegistrations } from '../sign-up/registration-repository.ts';
import { forgetResumptions } from '../sign-up/resumption-repository.ts';
import type { Job } from './job.ts';

/** Deletes what was entered in abandoned sign-ups. */
export const expireRegistrationsJob: Job = {
  run: async ({ db, clock, log }) => {
    await forgetResumptions(db, clock.now());
    const count = await expireRegistrations(db, clock.now());
    if (count > 0) log.info({ count }, 'sign-ups expired');
  },
};
