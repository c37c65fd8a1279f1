import type { StaffActionName } from '#contract/staff-actions.ts';
import type { Action } from './action.ts';
import { endSessions } from './actions/end-sessions.ts';
import { mailInvite } from './actions/mail-invite.ts';
import { mailReceipt } from './actions/mail-receipt.ts';
import { note } from './actions/note.ts';
import { refund } from './actions/refund.ts';
import { splitExperiment, startExperiment, stopExperiment } from './actions/run-experiment.ts';
import { showContact } from './actions/show-contact.ts';
import { withdrawCode } from './actions/withdraw-code.ts';

/** What each action offers and does. */
export const actions: Record<StaffActionName, Action> = {
  SHOW_CONTACT: showContact,
  REFUND: refund,
  MAIL_RECEIPT: mailReceipt,
  MAIL_INVITE: mailInvite,
  END_SESSIONS: endSessions,
  NOTE: note,
  WITHDRAW_CODE: withdrawCode,
  START_EXPERIMENT: startExperiment,
  SPLIT_EXPERIMENT: splitExperiment,
  STOP_EXPERIMENT: stopExperiment,
};
