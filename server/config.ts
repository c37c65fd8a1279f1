import { createPublicKey } from 'node:crypto';
import { mailProviders } from '#contract/api/webhooks.ts';
import { servedCountries } from '#contract/countries.ts';
import * as z from 'zod';
import { mailFrom, securityContact } from '#contract/brand.ts';
import { currency } from '#contract/money.ts';
import { addressProblem } from './db/primary.ts';
import { derivedKey, type SealingKey } from './sealed-secret.ts';
import { clientAppsVariable } from './oidc/client-apps.ts';
import { sellerVariable } from './documents/sellers.ts';
import { eventSettings, eventVariables } from './event-variables.ts';
import { siteProblem, sitesOf, siteVariables } from './sites.ts';
import { areEncrypted, areTogether, staffSettings, staffVariables } from './staff-variables.ts';

type Gateway = { PAYMENT_GATEWAY: string; BRAINTREE_ENVIRONMENT: string };
const takesRealMoney = ({ PAYMENT_GATEWAY, BRAINTREE_ENVIRONMENT }: Gateway) =>
  PAYMENT_GATEWAY === 'braintree' && BRAINTREE_ENVIRONMENT === 'production';

const countryList = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((code) => code !== ''))
  .pipe(z.array(z.enum(servedCountries)));

/** Where a person can be reached by mail or on the web. */
const reachable = z.string().regex(/^(?:mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/[^\s<>]+)$/);

/** Base64 of DER, as providers show it. */
const publicKey = z.base64().refine((key) => {
  try {
    return createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }).type === 'public';
  } catch {
    return false;
  }
}, 'a public key, as base64 of DER');

/** `name:base64 of 32 bytes`, by commas. */
const sealingKeys = z.string().transform((text, context): [SealingKey, ...SealingKey[]] => {
  const [first, ...rest] = text.split(',').map((part) => {
    const [id = '', key = ''] = part.trim().split(':');
    return { id, key: Buffer.from(key, 'base64') };
  });
  if (first && [first, ...rest].every(({ id, key }) => /^[\w-]{1,40}$/.test(id) && key.length === 32))
    return [first, ...rest];
  context.addIssue('name:key by commas, each key 32 bytes as base64');
  return z.NEVER;
});

/** The environment, parsed once. Every variable is explained in docs/operations.md. */
const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  ...siteVariables,
  /** Several hosts, by commas: whichever takes writes is the one. */
  DATABASE_URL: z
    .string()
    .min(1)
    .superRefine((url, context) => {
      const problem = addressProblem(url);
      if (problem) context.addIssue(problem);
    }),
  /** A copy of the database for lists and reports. */
  DATABASE_REPLICA_URL: z.string().min(1).optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  /** Secrets of mailed links are derived from it; changing it kills the links that are on their way. */
  APP_SECRET: z.string().min(32),
  /** Seal the secrets of authenticator apps. The first seals, all open: see docs/secrets.md for the rotation. */
  SECOND_FACTOR_KEYS: sealingKeys.optional(),
  /** Who cannot go on without a second factor. Parents are never forced. */
  REQUIRE_SECOND_FACTOR_FOR: z.enum(['nobody', 'professionals']).default('nobody'),
  TRUST_PROXY: z.string().optional(),
  /** Where metrics are shown, to operators alone. Without it nothing is measured. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Where traces go, as OTLP over HTTP. Without it nothing of it is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Share of the traces that are recorded, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Calls of the API at a time in one process; more are told to come back. */
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).max(10_000).default(200),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RUN_JOBS: z
    .enum(['true', 'false'])
    .default('true')
    .transform((value) => value === 'true'),
  /** Whether jobs try a whole sign-up each minute, of which nothing stays. */
  CANARY: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  /** How long a process that was told to stop still takes calls, so that whoever sends them can notice. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(120).default(1),
  JOB_CONCURRENCY: z.coerce.number().int().min(1).max(50).default(4),
  /** What whoever leaves quickly is shown: an ordinary page of another site, in whatever language they read. */
  LEAVE_ADDRESS: z.url({ protocol: /^https?$/ }).default('https://www.wikipedia.org/'),
  REGISTRATION_TTL_MINUTES: z.coerce.number().int().min(1).max(1440).default(120),
  SANDBOX_URL: z.url().default('http://localhost:3001'),
  PAYMENT_GATEWAY: z.enum(['sandbox', 'braintree']).default('sandbox'),
  PAYMENT_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(60).default(25),
  BRAINTREE_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  BRAINTREE_MERCHANT_ID: z.string().default('evenkeel'),
  /** Where sales are booked. It decides the currency that is charged. */
  BRAINTREE_MERCHANT_ACCOUNT_ID: z.string().default('sandbox_usd'),
  PAYMENT_CURRENCY: z.literal(currency.code, `prices are in ${currency.code}`).default(currency.code),
  /** Google's name for the merchant. Without it Google Pay is not offered where real money is taken. */
  GOOGLE_PAY_MERCHANT_ID: z.string().optional(),
  /** The file by which Apple knows this domain, as the gateway's control panel gives it. */
  APPLE_PAY_DOMAIN_ASSOCIATION: z.string().optional(),
  BRAINTREE_PUBLIC_KEY: z.string().default('public'),
  BRAINTREE_PRIVATE_KEY: z.string().default('private'),
  SELLER_US: sellerVariable('US'),
  SELLER_CA: sellerVariable('CA'),
  SELLER_GB: sellerVariable('GB'),
  SELLER_AU: sellerVariable('AU'),
  SELLER_NZ: sellerVariable('NZ'),
  SELLER_MX: sellerVariable('MX'),
  /** Countries, by commas, whose cards must be authenticated besides those of contract/countries.ts. */
  CARD_AUTHENTICATION_ALSO: countryList,
  /** Countries whose cards are charged without it: for the hours in which the banks' service is down. */
  CARD_AUTHENTICATION_EXEMPT: countryList,
  SMTP_URL: z.string().default('smtp://localhost:3025'),
  MAIL_FROM: z.string().default(`${mailFrom.name} <${mailFrom.address}>`),
  /** Sender of neutral mails, `Name <address>`. Without it the address of MAIL_FROM, alone. */
  NEUTRAL_MAIL_FROM: z.string().optional(),
  /** Signs mail. All three or none; the key is PEM, its line breaks may be written as `\n`. */
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_PRIVATE_KEY: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .optional(),
  /** Where readers of news may turn to get no more of it, beside its one click: `mailto:…` or an address of the web. */
  LIST_UNSUBSCRIBE: reachable.optional(),
  /** Whoever found a weakness turns there: `mailto:…` or an address of the web. */
  SECURITY_CONTACT: reachable.default(securityContact),
  /** Mails that cannot be delivered come back to an address of this domain, another one for each mail. */
  BOUNCE_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/)
    .optional(),
  /** Where the mail server of BOUNCE_DOMAIN hands them over, by SMTP; in processes that run jobs. */
  BOUNCE_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Who reports by a signed call what came back, and the key by which its calls are known. Both or none. */
  MAIL_WEBHOOK_PROVIDER: z.enum(mailProviders).optional(),
  MAIL_WEBHOOK_KEY: publicKey.optional(),
  SMS_PROVIDER: z.enum(['sandbox', 'twilio']).default('sandbox'),
  TWILIO_ACCOUNT_SID: z.string().default('ACsandbox'),
  TWILIO_AUTH_TOKEN: z.string().default('sandbox'),
  TWILIO_FROM: z.string().default('+15005550006'),
  PLACES_PROVIDER: z.enum(['offline', 'google', 'sandbox']).default('offline'),
  GOOGLE_PLACES_KEY: z.string().optional(),
  /** Multiplies the attempts of every rate limit, for load tests. */
  RATE_LIMIT_FACTOR: z.coerce.number().int().min(1).max(10_000).default(1),
  SEGMENT_WRITE_KEY: z.string().optional(),
  SEGMENT_URL: z.url().optional(),
  ...staffVariables,
  ...eventVariables,
  OIDC_CLIENTS: clientAppsVariable,
  /** Folder of the affiliate's sale.js and pixel.gif. In a sandbox run the sandbox has one. */
  AFFILIATE_URL: z.url().optional(),
});

/** What it is when nothing sets it; null where something has to. */
export const defaultOf = (name: string): { value: unknown } | null => {
  const result = variables.shape[name as keyof typeof variables.shape].safeParse(undefined);
  return result.success ? { value: result.data } : null;
};

/** Their defaults are of the sandbox or of this machine: real money needs others. */
const outsideWorld = [
  'PUBLIC_URL',
  'BRAINTREE_MERCHANT_ID',
  'BRAINTREE_PUBLIC_KEY',
  'SMTP_URL',
  'SMS_PROVIDER',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM',
] as const;

const schema = variables
  .refine(
    (value) =>
      value.NODE_ENV !== 'production' ||
      value.PAYMENT_GATEWAY === 'sandbox' ||
      value.BRAINTREE_PRIVATE_KEY !== 'private',
    {
      message: 'PAYMENT_GATEWAY=braintree needs BRAINTREE_MERCHANT_ID, BRAINTREE_PUBLIC_KEY and BRAINTREE_PRIVATE_KEY',
    },
  )
  .refine(
    (value) =>
      value.NODE_ENV !== 'production' ||
      value.PAYMENT_GATEWAY === 'sandbox' ||
      value.BRAINTREE_MERCHANT_ACCOUNT_ID !== 'sandbox_usd',
    {
      message:
        'PAYMENT_GATEWAY=braintree needs BRAINTREE_MERCHANT_ACCOUNT_ID: without it sales are charged in whatever the default account has',
    },
  )
  .refine((value) => !takesRealMoney(value) || value.SECOND_FACTOR_KEYS !== undefined, {
    message: 'SECOND_FACTOR_KEYS is needed: what it seals must outlive a change of APP_SECRET',
  })
  .refine(
    (value) =>
      !takesRealMoney(value) ||
      (outsideWorld.every((name) => value[name] !== defaultOf(name)?.value) && value.PUBLIC_URL.startsWith('https:')),
    { message: `${outsideWorld.join(', ')} are needed where real money is taken, and PUBLIC_URL begins with https:` },
  )
  .refine((value) => !takesRealMoney(value) || !value.SECURITY_CONTACT.endsWith('.example'), {
    message: 'SECURITY_CONTACT is needed, or another in contract/brand.ts: nobody reads mail to .example',
  })
  .superRefine((value, context) => {
    const problem = siteProblem(value);
    if (problem) context.addIssue(problem);
  })
  .refine(
    (value) => !takesRealMoney(value) || servedCountries.every((country) => value[`SELLER_${country}`] !== undefined),
    { message: 'SELLER_US, SELLER_CA, SELLER_GB, SELLER_AU, SELLER_NZ and SELLER_MX are needed for invoices' },
  )
  .refine(
    (value) =>
      value.NODE_ENV !== 'production' || value.PAYMENT_GATEWAY === 'sandbox' || !/\.example>?$/.test(value.MAIL_FROM),
    {
      message:
        'MAIL_FROM is needed, or another sender in contract/brand.ts: nobody can answer an address of .example, and no server trusts one',
    },
  )
  .refine(
    (value) =>
      new Set([value.DKIM_DOMAIN, value.DKIM_SELECTOR, value.DKIM_PRIVATE_KEY].map((part) => part === undefined))
        .size === 1,
    {
      message: 'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY are needed together',
    },
  )
  .refine(areTogether, { message: 'STAFF_ISSUER, STAFF_CLIENT_ID and STAFF_CLIENT_SECRET are needed together' })
  .refine((value) => !takesRealMoney(value) || areEncrypted(value), {
    message: 'STAFF_ISSUER and STAFF_URL begin with https: where real money is taken',
  })
  .refine((value) => value.BOUNCE_DOMAIN !== undefined || value.BOUNCE_SMTP_PORT === undefined, {
    message: 'BOUNCE_SMTP_PORT needs BOUNCE_DOMAIN',
  })
  .refine(
    ({ MAIL_WEBHOOK_PROVIDER: provider, MAIL_WEBHOOK_KEY: key, BOUNCE_DOMAIN: domain }) =>
      (provider === undefined) === (key === undefined) && (provider === undefined || domain !== undefined),
    { message: 'MAIL_WEBHOOK_PROVIDER and MAIL_WEBHOOK_KEY are needed together, and with BOUNCE_DOMAIN' },
  )
  .refine(
    (value) =>
      value.RATE_LIMIT_FACTOR === 1 || value.PAYMENT_GATEWAY === 'sandbox' || value.BRAINTREE_ENVIRONMENT === 'sandbox',
    {
      message: 'RATE_LIMIT_FACTOR must stay 1 where real money is taken',
    },
  );

/** What the environment may hold: docs/operations.md and deploy/ are compared with it. */
export const variableNames = Object.keys(variables.shape);

export type Config = ReturnType<typeof parseConfig>;

/** Deployments pass every variable on; one that is empty was not set. */
const onlySet = (environment: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

/** Throws one Error that names each variable that is missing or wrong, never its value. */
export function parseConfig(environment: Record<string, string | undefined>) {
  const result = schema.safeParse(onlySet(environment));
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'environment'}: ${issue.message}`);
    throw new Error(`Configuration: ${problems.join('; ')}`);
  }
  const values = result.data;
  const sellers = Object.fromEntries(servedCountries.map((country) => [country, values[`SELLER_${country}`]]));
  const affiliateUrl =
    values.AFFILIATE_URL ?? (values.PAYMENT_GATEWAY === 'sandbox' ? `${values.SANDBOX_URL}/affiliate` : null);
  const { DKIM_DOMAIN: domainName, DKIM_SELECTOR: keySelector, DKIM_PRIVATE_KEY: privateKey } = values;
  const dkim = domainName && keySelector && privateKey ? { domainName, keySelector, privateKey } : null;
  const { MAIL_WEBHOOK_PROVIDER: provider, MAIL_WEBHOOK_KEY: key } = values;
  return {
    ...values,
    dkim,
    mailWebhook: provider && key ? { provider, key } : null,
    staff: staffSettings(values),
    events: eventSettings({ ...values, takesRealMoney: takesRealMoney(values) }),
    sealingKeys: values.SECOND_FACTOR_KEYS ?? ([derivedKey(values.APP_SECRET)] as const),
    sites: sitesOf(values),
    sellers,
    takesRealMoney: takesRealMoney(values),
    affiliateUrl,
    secureCookies: values.PUBLIC_URL.startsWith('https:'),
  };
}
