/**
 * Passwords that another system hashed, by how: whoever signs in takes the time of each kind there is. The expression is
 * that of `server/identity/password-shapes.ts`.
 */
export const indexes = {
  users_password_shape: `users ((substring(password_hash from '^[$][^$]+[$][^$]+[$](?:[^$]+[$])?')))
    where password_hash is not null and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'`,
};

export const up = () => Promise.resolve();
