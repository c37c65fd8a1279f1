/** Finds what a staff member did recently. */
export const indexes = { staff_actions_actor: 'staff_actions (actor, at)' };

export const up = () => Promise.resolve();
