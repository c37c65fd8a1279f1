import type { Config } from './config.ts';
import type { AnalyticsForwarder } from './gateways/analytics/port.ts';
import type { MailWebhook } from './gateways/mail/port.ts';
import { mailProviders } from './gateways/mail/reports/provider-reports.ts';
import { createSmtpMail } from './gateways/mail/smtp/smtp-mail.ts';
import { googlePlaces } from './gateways/places/google/google-places.ts';
import { offlinePlaces } from './gateways/places/offline/offline-places.ts';
import type { PlacesPort, PlacesProblem } from './gateways/places/port.ts';
import type { SmsGateway } from './gateways/sms/port.ts';
import { twilioAccountProblem } from './gateways/sms/twilio/account-problem.ts';
import { createTwilioSms, type TwilioOptions } from './gateways/sms/twilio/twilio-sms.ts';
import { offlineTaxes } from './gateways/tax/offline/offline-taxes.ts';
import type { TaxPort } from './gateways/tax/port.ts';
import { checkedTaxes } from './gateways/tax/tax-problem.ts';
import { isModule, loadAdapter } from './load-adapter.ts';
import { logLine } from './log-line.ts';
import { regionCode } from './lookups/regions.ts';

/** An adapter of one's own may load whatever it needs; what it cannot answer stops the sale. */
export async function createTaxes({ TAX_PROVIDER: setting, TAX_REGISTRATIONS }: Config): Promise<TaxPort> {
  if (isModule(setting)) return checkedTaxes(await loadAdapter<TaxPort>({ setting, port: 'tax' }));
  return offlineTaxes({ registeredIn: TAX_REGISTRATIONS ?? null });
}

export async function createPlaces(
  { PLACES_PROVIDER, GOOGLE_PLACES_KEY, SANDBOX_URL }: Config,
  onProblem = (problem: PlacesProblem) => logLine('warn', 'place suggestions unavailable', problem),
): Promise<PlacesPort> {
  if (isModule(PLACES_PROVIDER)) return loadAdapter({ setting: PLACES_PROVIDER, port: 'places' });
  if (PLACES_PROVIDER === 'offline') return offlinePlaces();
  const sandbox = PLACES_PROVIDER === 'sandbox' ? { baseUrl: `${SANDBOX_URL}/places` } : {};
  return googlePlaces({ apiKey: GOOGLE_PLACES_KEY ?? 'sandbox', regionCodeOf: regionCode, onProblem, ...sandbox });
}

function twilioOf(config: Config): TwilioOptions {
  return {
    baseUrl: config.SMS_PROVIDER === 'sandbox' ? config.SANDBOX_URL : 'https://api.twilio.com',
    accountSid: config.TWILIO_ACCOUNT_SID,
    authToken: config.TWILIO_AUTH_TOKEN,
    from: config.TWILIO_FROM,
    reportsTo: new URL('/api/webhooks/twilio', config.PUBLIC_URL).href,
  };
}

export async function createSms(config: Config): Promise<SmsGateway | null> {
  const { SMS_PROVIDER: setting } = config;
  if (isModule(setting)) return loadAdapter({ setting, port: 'texts' });
  return setting === 'none' ? null : createTwilioSms(twilioOf(config));
}

/** Why Twilio sends no texts of this account, or null. */
export async function askForTexts(config: Config) {
  const isAsked = config.SMS_PROVIDER === 'twilio' || config.SMS_PROVIDER === 'sandbox';
  return isAsked ? twilioAccountProblem(twilioOf(config)) : null;
}

export function createMailWebhook({ mailWebhook }: Config): MailWebhook | null {
  if (!mailWebhook) return null;
  const { provider, key } = mailWebhook;
  return { provider, read: (call) => mailProviders[provider].read({ ...call, key }) };
}

/** Null without a write key; the adapter is then not even loaded. */
export async function createAnalyticsForwarder({
  SEGMENT_WRITE_KEY: writeKey,
  SEGMENT_URL: host,
}: Config): Promise<AnalyticsForwarder | null> {
  if (!writeKey) return null;
  const { segmentForwarder } = await import('./gateways/analytics/segment/segment-forwarder.ts');
  return segmentForwarder({ writeKey, host });
}

const openidOf = (staff: NonNullable<Config['staff']>) => ({
  ...staff,
  redirectUri: new URL('/staff/signed-in', staff.url).href,
});

/** Null without a configured identity provider; the adapter is then not even loaded. */
export async function createStaffIdentity({ staff }: Config) {
  if (staff === null) return null;
  const { openidIdentity } = await import('./gateways/staff-identity/openid/openid-identity.ts');
  return openidIdentity(openidOf(staff));
}

/** Why staff cannot sign in with the identity provider, or null. */
export async function askForStaff({ staff }: Config) {
  if (staff === null) return null;
  const { clientProblem } = await import('./gateways/staff-identity/openid/client-problem.ts');
  return clientProblem(openidOf(staff));
}

export function createMail(config: Config) {
  return createSmtpMail({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    neutralFrom: config.NEUTRAL_MAIL_FROM,
    dkim: config.dkim,
    listUnsubscribe: config.LIST_UNSUBSCRIBE,
    providerHeaders: config.mailWebhook ? mailProviders[config.mailWebhook.provider].headersOf : undefined,
    requireTls: config.takesRealMoney,
  });
}
