import type { StaffRole } from './staff.ts';

type StaffAction = { title: string; roles: readonly StaffRole[] };

/** What staff do about somebody: each needs a reason, and one of its roles. */
export const staffActions = {
  SHOW_CONTACT: { title: 'Show contact details', roles: ['SUPPORT', 'BILLING', 'ADMIN'] },
  MAIL_RECEIPT: { title: 'Mail the receipt again', roles: ['SUPPORT', 'BILLING', 'ADMIN'] },
  MAIL_INVITE: { title: 'Mail the invite again', roles: ['SUPPORT', 'ADMIN'] },
  END_SESSIONS: { title: 'End all sessions', roles: ['SUPPORT', 'ADMIN'] },
  NOTE: { title: 'Write a note', roles: ['SUPPORT', 'BILLING', 'ADMIN'] },
} as const satisfies Record<string, StaffAction>;

export type StaffActionName = keyof typeof staffActions;
export const staffActionNames = Object.keys(staffActions) as [StaffActionName, ...StaffActionName[]];

/** Whether one of these roles is enough. */
export function mayAct(roles: readonly StaffRole[], action: StaffActionName): boolean {
  const enough: readonly StaffRole[] = staffActions[action].roles;
  return roles.some((role) => enough.includes(role));
}
