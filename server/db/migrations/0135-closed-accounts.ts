/** Finds the accounts that closed lately: what is settled after that is forgotten by `forget-old-records`. */
export const indexes = { users_closed: `users (updated_at) where status = 'CLOSED'` };

export const up = () => Promise.resolve();
