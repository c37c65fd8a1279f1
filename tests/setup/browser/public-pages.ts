/** Static text pages. */
export const textPages = ['help', 'what-they-see', 'accessibility', 'leaving', 'terms', 'privacy', 'storage'].map(
  (name) => `/app/${name}`,
);

/** Every page for a visitor without account, invite or sign-up. */
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
