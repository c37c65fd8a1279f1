/** Screens outside the join application, under `/app`, as the router knows them. */
export const addresses = {
  login: '/login',
  /** What the site stores on a device, and the choice about it. */
  storage: '/storage',
  help: '/help',
  whatTheySee: '/what-they-see',
  accessibility: '/accessibility',
  leaving: '/leaving',
  /** The latest version; a consent names an older one in the path. */
  terms: '/terms',
  privacy: '/privacy',
  forgotPassword: '/forgot-password',
  /** The target of a mailed link; its token is after `#`. */
  setPassword: '/set-password',
  forgotUsername: '/forgot-username',
  /** "This is my account", without a session. */
  myAccount: '/my-account',
  /** Public. */
  howToCancel: '/how-to-cancel',
  home: '/home',
  billing: '/account/billing',
  upgrade: '/account/upgrade',
  /** Buying again after a subscription has ended. */
  restart: '/account/restart',
  /** One receipt, by the order's id. */
  receipt: '/account/receipts/:orderId',
  family: '/account/family',
  reach: '/account/reach',
  /** Consents, data and closing the account; its other parts have moved (`movedSettings`). */
  settings: '/account/settings',
  security: '/account/security',
  /** What the other parent can and cannot do. */
  eachParent: '/account/each-parent',
  /** Proofs of enrolment, and the page that checks a proof's code; a scanned code is after `#`. */
  proof: '/account/proof',
  checkProof: '/proof',
  profile: '/account/profile',
  activity: '/account/activity',
  professionalCases: '/pro/cases',
  subscriptionCodes: '/pro/codes',
  professionalInvoices: '/pro/invoices',
  practice: '/pro/practice',
} as const;
