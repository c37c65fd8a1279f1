/** Pages that are only read. */
export const textPages = ['help', 'what-they-see', 'accessibility', 'leaving', 'terms', 'privacy', 'storage'].map(
  (name) => `/app/${name}`,
);

/** Every page that somebody can open who has no account, no invite and no sign-up begun. */
export const publicPages = [
  '/app/join/signup',
  '/app/join/coparentstatus',
  '/app/join/step1',
  '/app/join/pro',
  '/app/join/invite',
  '/app/join/invite/request',
  '/app/login',
  '/app/forgot-password',
  '/app/forgot-username',
  '/app/how-to-cancel',
  ...textPages,
];
