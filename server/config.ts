import { createPublicKey } from 'node:crypto';
import * as z from 'zod';
import { mailProviders } from '#contract/api/webhooks.ts';
import { mailFrom, securityContact } from '#contract/brand.ts';
import { servedCountries } from '#contract/fields/countries.ts';
import { currency } from '#contract/fields/money.ts';
import { problemsOf, takesRealMoney } from './config-rules.ts';
import { addressProblem } from './db/primary.ts';
import { sellerVariables } from './documents/sellers.ts';
import { eventSettings, eventVariables } from './event-variables.ts';
import { isModule } from './load-adapter.ts';
import { clientAppsVariable } from './oidc/client-apps.ts';
import { derivedKey, type SealingKey } from './sealed-secret.ts';
import { sitesOf, siteVariables } from './sites.ts';
import { staffSettings, staffVariables } from './staff-variables.ts';

const countryList = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((code) => code !== ''))
  .pipe(z.array(z.enum(servedCountries)));

/** One of ours, or a module with one's own. */
const adapter = (...ours: readonly string[]) =>
  z
    .string()
    .refine(
      (setting) => ours.includes(setting) || isModule(setting),
      `must be ${ours.join(', ')} or the path of a module, such as ./my-own.mjs`,
    );

const registrations = z
  .string()
  .regex(/^(?:US|CA)-[A-Z]{2}(?:,(?:US|CA)-[A-Z]{2})*$/, 'not a list such as US-TX,US-NY,CA-BC')
  .transform((text): ReadonlySet<string> => new Set(text.split(',')))
  .optional();

/** A contact, as a `mailto:` or `https:` URL. */
const reachable = z.string().regex(/^(?:mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/[^\s<>]+)$/);

/** A public key as base64 of DER, as mail providers show it. */
const publicKey = z.base64().refine((key) => {
  try {
    return createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }).type === 'public';
  } catch {
    return false;
  }
}, 'not a public key (base64 of DER)');

/** Comma-separated keys, each `name:base64 of 32 bytes`. */
const sealingKeys = z.string().transform((text, context): [SealingKey, ...SealingKey[]] => {
  const [first, ...rest] = text.split(',').map((part) => {
    const [id = '', key = ''] = part.trim().split(':');
    return { id, key: Buffer.from(key, 'base64') };
  });
  if (first && [first, ...rest].every(({ id, key }) => /^[\w-]{1,40}$/.test(id) && key.length === 32))
    return [first, ...rest];
  context.addIssue('not a comma-separated list of name:key, each key 32 bytes as base64');
  return z.NEVER;
});

/** The environment, parsed once. Every variable is explained in docs/operations.md. */
const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  ...siteVariables,
  /** May contain several comma-separated hosts; the one that accepts writes is used. */
  DATABASE_URL: z
    .string()
    .min(1)
    .superRefine((url, context) => {
      const problem = addressProblem(url);
      if (problem) context.addIssue(problem);
    }),
  /** Read replica for lists and reports. */
  DATABASE_REPLICA_URL: z.string().min(1).optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  /** Secrets of mailed links are derived from it; changing it invalidates the links already mailed. */
  APP_SECRET: z.string().min(32),
  /**
   * Encrypt stored secrets, such as those of authenticator apps. The first key encrypts, every key decrypts; for
   * rotation see docs/secrets.md.
   */
  SECOND_FACTOR_KEYS: sealingKeys.optional(),
  /** Who must have a second factor. Parents are never forced. */
  REQUIRE_SECOND_FACTOR_FOR: z.enum(['nobody', 'professionals']).default('nobody'),
  TRUST_PROXY: z.string().optional(),
  /** Port of the metrics endpoint, for operators only. Without it nothing is measured. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Destination of traces, OTLP over HTTP. Without it, tracing is not loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Share of the traces that are recorded, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Maximum concurrent API calls of one process; further ones are refused with 503 and Retry-After. */
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).max(10_000).default(200),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RUN_JOBS: z
    .enum(['true', 'false'])
    .default('true')
    .transform((value) => value === 'true'),
  /** Whether jobs rehearse a whole sign-up each minute, in a transaction that is rolled back. */
  CANARY: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  /** How long a stopping process still accepts calls, so that load balancers can notice. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(120).default(1),
  JOB_CONCURRENCY: z.coerce.number().int().min(1).max(50).default(4),
  /** Target of the quick-exit link: an ordinary page of another site that readers of any language can use. */
  LEAVE_ADDRESS: z.url({ protocol: /^https?$/ }).default('https://www.wikipedia.org/'),
  REGISTRATION_TTL_MINUTES: z.coerce.number().int().min(1).max(1440).default(120),
  SANDBOX_URL: z.url().default('http://localhost:3001'),
  PAYMENT_GATEWAY: z.enum(['sandbox', 'braintree']).default('sandbox'),
  PAYMENT_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(60).default(25),
  BRAINTREE_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  BRAINTREE_MERCHANT_ID: z.string().default('evenkeel'),
  /** The account that sales are booked to. It determines the currency that is charged. */
  BRAINTREE_MERCHANT_ACCOUNT_ID: z.string().default('sandbox_usd'),
  PAYMENT_CURRENCY: z.literal(currency.code, `prices are in ${currency.code}`).default(currency.code),
  /** Google's merchant ID. Without it, Google Pay is not offered if real money is taken. */
  GOOGLE_PAY_MERCHANT_ID: z.string().optional(),
  /** Content of Apple Pay's domain association file, from the gateway's control panel. */
  APPLE_PAY_DOMAIN_ASSOCIATION: z.string().optional(),
  BRAINTREE_PUBLIC_KEY: z.string().default('public'),
  BRAINTREE_PRIVATE_KEY: z.string().default('private'),
  TAX_PROVIDER: adapter('table').default('table'),
  /**
   * Comma-separated `US-…` and `CA-…` regions in which sales tax is collected. Default: all that the tables contain.
   */
  TAX_REGISTRATIONS: registrations,
  ...sellerVariables,
  /**
   * Comma-separated countries whose cards must be authenticated, in addition to those of contract/fields/countries.ts.
   */
  CARD_AUTHENTICATION_ALSO: countryList,
  /** Countries whose cards are charged without authentication, for outages of the banks' service. */
  CARD_AUTHENTICATION_EXEMPT: countryList,
  SMTP_URL: z.string().default('smtp://localhost:3025'),
  MAIL_FROM: z.string().default(`${mailFrom.name} <${mailFrom.address}>`),
  /** Sender of neutral mails, `Name <address>`. Default: the address of MAIL_FROM, without its name. */
  NEUTRAL_MAIL_FROM: z.string().optional(),
  /** DKIM signature of mails. All three or none; the key is PEM, its line breaks may be written as `\n`. */
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_PRIVATE_KEY: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .optional(),
  /** Contact for unsubscribing from newsletters, besides one-click unsubscribe: `mailto:…` or a URL. */
  LIST_UNSUBSCRIBE: reachable.optional(),
  /** Contact for vulnerability reports: `mailto:…` or a URL. */
  SECURITY_CONTACT: reachable.default(securityContact),
  /** Domain of the return addresses for bounces; each mail has its own, which identifies it. */
  BOUNCE_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/)
    .optional(),
  /** Port at which processes that run jobs receive bounces by SMTP from the mail server of BOUNCE_DOMAIN. */
  BOUNCE_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Mail provider that reports returned mails by webhook, and the key that verifies its signature. Both or none. */
  MAIL_WEBHOOK_PROVIDER: z.enum(mailProviders).optional(),
  MAIL_WEBHOOK_KEY: publicKey.optional(),
  /** `none`: this site never sends a text, and never offers one. */
  SMS_PROVIDER: adapter('sandbox', 'twilio', 'none').default('sandbox'),
  TWILIO_ACCOUNT_SID: z.string().default('ACsandbox'),
  TWILIO_AUTH_TOKEN: z.string().default('sandbox'),
  TWILIO_FROM: z.string().default('+15005550006'),
  PLACES_PROVIDER: adapter('offline', 'google', 'sandbox').default('offline'),
  GOOGLE_PLACES_KEY: z.string().optional(),
  /** Multiplies the attempts of every rate limit, for load tests. */
  RATE_LIMIT_FACTOR: z.coerce.number().int().min(1).max(10_000).default(1),
  SEGMENT_WRITE_KEY: z.string().optional(),
  SEGMENT_URL: z.url().optional(),
  ...staffVariables,
  ...eventVariables,
  OIDC_CLIENTS: clientAppsVariable,
  /**
   * Base URL of the affiliate's sale.js and pixel.gif. With the sandbox gateway, the sandbox serves them by default.
   */
  AFFILIATE_URL: z.url().optional(),
});

/** A variable's default value; null if the variable is required. */
export const defaultOf = (name: string): { value: unknown } | null => {
  const result = variables.shape[name as keyof typeof variables.shape].safeParse(undefined);
  return result.success ? { value: result.data } : null;
};

/** All variables; tests compare docs/operations.md and deploy/ with them. */
export const variableNames = Object.keys(variables.shape);

export type Config = ReturnType<typeof parseConfig>;

/** Deployments pass every variable through, so an empty one counts as unset. */
const onlySet = (environment: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

type Environment = Record<string, string | undefined>;
type Values = z.output<typeof variables>;

type Wrong = { given: Environment; error: { issues: readonly { message: string }[] } };

/** What is wrong with one variable, by itself. */
const wrongIn = (name: string, { given, error }: Wrong): string =>
  given[name] === undefined
    ? `${name} is required`
    : `${name}: ${error.issues.map(({ message }) => message).join(', ')}`;

/** All that must be set or changed before anything starts; it repeats no value. */
export class ConfigurationProblem extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Configuration: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

/**
 * Throws one ConfigurationProblem that lists every missing or invalid variable and every conflict between them, but no
 * value, so that one start shows everything that must be set.
 */
function readVariables(environment: Environment): Values {
  const given = onlySet(environment);
  const read = variableNames.map((name) => {
    const { data: value, error } = variables.shape[name as keyof Values].safeParse(given[name]);
    return { name, value, wrong: error ? wrongIn(name, { given, error }) : null };
  });
  const values = Object.fromEntries(read.map(({ name, value }) => [name, value])) as Values;
  const wrong = read.flatMap(({ wrong: problem }) => problem ?? []);
  const together = problemsOf(values, {
    defaultOf,
    unread: read.filter(({ wrong: problem }) => problem !== null).map(({ name }) => name),
  });
  const problems = [...wrong, ...together];
  if (problems.length > 0) throw new ConfigurationProblem(problems);
  return values;
}

/** The database URL alone, for commands that need nothing else. */
export function databaseUrlIn(environment: Environment): string {
  const given = onlySet(environment);
  const { success, data, error } = variables.shape.DATABASE_URL.safeParse(given['DATABASE_URL']);
  if (!success) throw new Error(`Configuration: ${wrongIn('DATABASE_URL', { given, error })}`);
  return data;
}

export function parseConfig(environment: Environment) {
  const values = readVariables(environment);
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
