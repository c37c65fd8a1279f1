import { sendTimedInvite as sendDueInvite } from '../../account/send-timed-invite.ts';
import type { Job } from '../job.ts';

export const sendTimedInvite: Job<{ userId: string }> = {
  run: (dependencies, { userId }) => sendDueInvite(dependencies, userId),
};
