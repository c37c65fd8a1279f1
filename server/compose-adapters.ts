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
import { logLine } from './log-line.ts';
import { regionCode } from './lookups/regions.ts';

export function createPlaces(
  { PLACES_PROVIDER, GOOGLE_PLACES_KEY, SANDBOX_URL }: Config,
  onProblem = (problem: PlacesProblem) => logLine('warn', 'place suggestions unavailable', problem),
): PlacesPort {
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

export const createSms = (config: Config): SmsGateway | null =>
  config.SMS_PROVIDER === 'none' ? null : createTwilioSms(twilioOf(config));

/** Why Twilio sends no texts of this account, or null. */
export const askForTexts = (config: Config) =>
  config.SMS_PROVIDER === 'none' ? Promise.resolve(null) : twilioAccountProblem(twilioOf(config));

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
