/** The folders of `server/`, by layer. A new folder is entered here first; the boundaries check fails until it is. */
export const layers = {
  domains: [
    'identity',
    'catalog',
    'pricing',
    'payments',
    'documents',
    'settlement',
    'subscriptions',
    'experiments',
    'analytics',
    'lookups',
    'rate-limits',
  ],
  flows: ['sign-up', 'checkout', 'invites', 'professionals', 'account', 'payment-events', 'staff', 'oidc', 'import'],
  edges: ['http', 'jobs'],
  /** Loaded only where no real money can move. */
  development: ['development'],
  infrastructure: ['db', 'gateways', 'mail-templates', 'pdf', 'telemetry'],
};

/** Packages of vendors and of the outside world, and the one folder that may know each. */
export const vendors: Record<string, string> = {
  braintree: 'server/gateways/payment/braintree',
  'prom-client': 'server/telemetry',
  '@opentelemetry/api': 'server/telemetry',
  '@opentelemetry/sdk-trace': 'server/telemetry',
  nodemailer: '(sandbox/mail|server/gateways/mail/smtp)',
  'sales-tax': 'server/gateways/tax',
  'smtp-server': '(sandbox/mail|server/gateways/mail/reports)',
  'postal-mime': '(sandbox/mail|server/gateways/mail/reports)',
  'braintree-web': 'web/payment-methods',
  '@node-rs/argon2': 'server/identity',
  '@node-rs/bcrypt': 'server/identity',
  '@simplewebauthn/server': 'server/identity',
  '@simplewebauthn/browser': 'web/auth-session',
  otplib: 'server/identity',
  '@openfeature/server-sdk': 'server/experiments',
  'openid-client': '(sandbox/harbor|server/gateways/staff-identity)',
  'oidc-provider': '(sandbox/identity|server/oidc)',
  '@segment/analytics-node': 'server/gateways/analytics/segment',
};
