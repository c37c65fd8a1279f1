import type { Config } from './config.ts';
import { receiveSmtpReports, type SmtpReports } from './gateways/mail/reports/smtp-reports.ts';
import { provesMail, recordMailReport, tagIn } from './identity/returned-mail.ts';
import type { JobDependencies } from './jobs/job.ts';

type Dependencies = Pick<JobDependencies, 'db' | 'clock' | 'log' | 'metrics' | 'makeToken'>;
type Settings = Pick<Config, 'BOUNCE_DOMAIN' | 'BOUNCE_SMTP_PORT' | 'HOST'>;

/** Receives bounces by SMTP until it is closed; null without BOUNCE_DOMAIN or BOUNCE_SMTP_PORT. */
export async function receiveReturnedMail(
  { BOUNCE_DOMAIN: domain, BOUNCE_SMTP_PORT: port, HOST: host }: Settings,
  { log, metrics, makeToken, ...dependencies }: Dependencies,
): Promise<SmtpReports | null> {
  if (domain === undefined || port === undefined) return null;
  return receiveSmtpReports({
    port,
    host,
    tagIn: (address) => tagIn(address, domain),
    onReport: async ({ tag, report, messageIds }) => {
      // Anybody can send mail here, and every relay on the way logs the return address.
      if (!provesMail(makeToken, { tag, messageIds })) return metrics?.mailReported({ report: 'UNPROVEN' });
      if (await recordMailReport(dependencies, { tag, report })) metrics?.mailReported({ report });
    },
    onError: (error) => log.error({ err: error }, 'bounce not recorded; the sending server will retry'),
  });
}
