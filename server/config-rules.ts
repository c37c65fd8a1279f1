import { servedCountries } from '#contract/fields/countries.ts';
import { siteProblem } from './sites.ts';
import { areEncrypted, areTogether } from './staff-variables.ts';

/** The parsed variables that these rules use. */
type Values = Parameters<typeof siteProblem>[0] &
  Parameters<typeof areTogether>[0] & {
    NODE_ENV: string;
    PAYMENT_GATEWAY: string;
    BRAINTREE_ENVIRONMENT: string;
    BRAINTREE_PRIVATE_KEY: string;
    BRAINTREE_MERCHANT_ACCOUNT_ID: string;
    SECOND_FACTOR_KEYS?: unknown;
    SECURITY_CONTACT: string;
    MAIL_FROM: string;
    DKIM_DOMAIN?: string | undefined;
    DKIM_SELECTOR?: string | undefined;
    DKIM_PRIVATE_KEY?: string | undefined;
    SMS_PROVIDER: string;
    BOUNCE_DOMAIN?: string | undefined;
    BOUNCE_SMTP_PORT?: number | undefined;
    MAIL_WEBHOOK_PROVIDER?: string | undefined;
    MAIL_WEBHOOK_KEY?: string | undefined;
    RATE_LIMIT_FACTOR: number;
  };

type Gateway = Pick<Values, 'PAYMENT_GATEWAY' | 'BRAINTREE_ENVIRONMENT'>;
export const takesRealMoney = ({ PAYMENT_GATEWAY, BRAINTREE_ENVIRONMENT }: Gateway): boolean =>
  PAYMENT_GATEWAY === 'braintree' && BRAINTREE_ENVIRONMENT === 'production';

/** Their defaults point to the sandbox or to this machine, so they must be set when real money is taken. */
const outsideWorld = ['PUBLIC_URL', 'BRAINTREE_MERCHANT_ID', 'BRAINTREE_PUBLIC_KEY', 'SMTP_URL'] as const;

const twilio = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;

type Known = { defaultOf: (name: string) => { value: unknown } | null; unread: readonly string[] };
type Rule = (values: Values, known: Known) => string | null;

/** Those that are as they would be without being set. */
const unset = (names: readonly string[], values: Values, { defaultOf }: Known): string[] =>
  names.filter((name) => (values as Record<string, unknown>)[name] === defaultOf(name)?.value);
const unless = (isRight: boolean, message: string): string | null => (isRight ? null : message);
const allOrNone = (parts: readonly unknown[]) => new Set(parts.map((part) => part === undefined)).size === 1;
const sellsForReal = ({ NODE_ENV, PAYMENT_GATEWAY }: Values) =>
  NODE_ENV === 'production' && PAYMENT_GATEWAY !== 'sandbox';

/** Dependencies between variables. Each rule is independent, so that one start reports all problems. */
const rules: readonly Rule[] = [
  (values) =>
    unless(
      !sellsForReal(values) || values.BRAINTREE_PRIVATE_KEY !== 'private',
      'PAYMENT_GATEWAY=braintree requires BRAINTREE_MERCHANT_ID, BRAINTREE_PUBLIC_KEY and BRAINTREE_PRIVATE_KEY',
    ),
  (values) =>
    unless(
      !sellsForReal(values) || values.BRAINTREE_MERCHANT_ACCOUNT_ID !== 'sandbox_usd',
      'PAYMENT_GATEWAY=braintree requires BRAINTREE_MERCHANT_ACCOUNT_ID: without it sales are charged in the currency of the default account',
    ),
  (values) =>
    unless(
      !takesRealMoney(values) || values.SECOND_FACTOR_KEYS !== undefined,
      'SECOND_FACTOR_KEYS is required: the secrets it encrypts must survive a change of APP_SECRET',
    ),
  (values, known) => {
    const missing = takesRealMoney(values) ? unset(outsideWorld, values, known) : [];
    return unless(missing.length === 0, `required when taking real money: ${missing.join(', ')}`);
  },
  (values) =>
    unless(
      !takesRealMoney(values) || values.SMS_PROVIDER !== 'sandbox',
      `SMS_PROVIDER is required when taking real money: twilio, with ${twilio.join(', ')}, or none for a site without text messages`,
    ),
  (values, known) => {
    const missing = values.SMS_PROVIDER === 'twilio' ? unset(twilio, values, known) : [];
    return unless(missing.length === 0, `required with SMS_PROVIDER=twilio: ${missing.join(', ')}`);
  },
  (values) =>
    unless(
      !takesRealMoney(values) || values.PUBLIC_URL.startsWith('https:'),
      'PUBLIC_URL must begin with https: when taking real money',
    ),
  (values) =>
    unless(
      !takesRealMoney(values) || !values.SECURITY_CONTACT.endsWith('.example'),
      'SECURITY_CONTACT is required, or a real contact in contract/brand.ts: nobody receives mail to .example',
    ),
  (values) => siteProblem(values),
  (values) => {
    const sellers = servedCountries.map((country) => `SELLER_${country}`);
    return unless(
      !takesRealMoney(values) || sellers.some((name) => (values as Record<string, unknown>)[name] !== undefined),
      `each country of sale requires a seller: set at least one of ${sellers.join(', ')}`,
    );
  },
  (values) =>
    unless(
      !sellsForReal(values) || !/\.example>?$/.test(values.MAIL_FROM),
      'MAIL_FROM is required, or a real sender in contract/brand.ts: nobody can reply to a .example address, and mail servers reject it',
    ),
  (values) =>
    unless(
      allOrNone([values.DKIM_DOMAIN, values.DKIM_SELECTOR, values.DKIM_PRIVATE_KEY]),
      'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY must be set together',
    ),
  (values) => unless(areTogether(values), 'STAFF_ISSUER, STAFF_CLIENT_ID and STAFF_CLIENT_SECRET must be set together'),
  (values) =>
    unless(
      !takesRealMoney(values) || areEncrypted(values),
      'STAFF_ISSUER and STAFF_URL must begin with https: when taking real money',
    ),
  (values) =>
    unless(
      values.BOUNCE_DOMAIN !== undefined || values.BOUNCE_SMTP_PORT === undefined,
      'BOUNCE_SMTP_PORT requires BOUNCE_DOMAIN',
    ),
  ({ MAIL_WEBHOOK_PROVIDER: provider, MAIL_WEBHOOK_KEY: key, BOUNCE_DOMAIN: domain }) =>
    unless(
      allOrNone([provider, key]) && (provider === undefined || domain !== undefined),
      'MAIL_WEBHOOK_PROVIDER and MAIL_WEBHOOK_KEY must be set together, and require BOUNCE_DOMAIN',
    ),
  (values) =>
    unless(
      values.RATE_LIMIT_FACTOR === 1 || !takesRealMoney(values),
      'RATE_LIMIT_FACTOR must be 1 when taking real money',
    ),
];

/** A rule is skipped if one of its variables could not be parsed, because that is reported separately. */
export function problemsOf(values: Values, known: Known): string[] {
  const told: Values = new Proxy(values, {
    get: (all, name) => {
      if (known.unread.includes(String(name))) throw new Unread();
      return Reflect.get(all, name);
    },
  });
  return rules.flatMap((rule) => {
    try {
      return rule(told, known) ?? [];
    } catch (error) {
      if (error instanceof Unread) return [];
      throw error;
    }
  });
}

class Unread extends Error {}
