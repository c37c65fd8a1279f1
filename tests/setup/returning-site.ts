import { createTransport } from 'nodemailer';
import { onTestFinished } from 'vitest';
import { receiveReturnedMail } from '#server/compose-returned-mail.ts';
import type { MailReport } from '#server/gateways/mail/port.ts';
import { recordMailReport } from '#server/identity/returned-mail.ts';
import { deliverMail } from '#server/jobs/mail/deliver-mail.ts';
import { refundIssued } from '#server/mail-templates/templates/refund.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { freePort } from './free-port.ts';
import { mailNamed } from './mail-templates.ts';
import type { Person } from './person.ts';
import { openSite } from './site.ts';

export const bounceDomain = 'bounces.example';

/** A site whose mails are returned, by the sandbox for certain recipient domains. */
export async function openReturning(also: Record<string, string> = {}) {
  const bouncePort = await freePort();
  const environment = { BOUNCE_DOMAIN: bounceDomain, BOUNCE_SMTP_PORT: String(bouncePort), ...also };
  const site = await openSite({ environment, bouncePort });
  const metrics = createMetrics();
  const jobDependencies = { ...site.jobDependencies, metrics };
  const config = { BOUNCE_DOMAIN: bounceDomain, BOUNCE_SMTP_PORT: bouncePort, HOST: 'localhost' };
  const intake = await receiveReturnedMail(config, jobDependencies);
  onTestFinished(() => intake?.close());
  const { db } = site.dependencies;
  let count = 0;
  const mail = (person: Pick<Person, 'userId' | 'email'>, name = refundIssued.name) =>
    deliverMail(
      jobDependencies,
      { id: person.userId, email: person.email, language: 'en', country: 'US' },
      { dedupeKey: `sample.${(count += 1)}`, template: mailNamed(name), props: mailNamed(name).sample },
    );
  const suppressed = () => db.selectFrom('suppressedAddresses').select(['userId', 'cause', 'reports']).execute();
  /** The return address of the latest mail. */
  const latest = async (to: string) => {
    const answer = await fetch(`${site.sandboxUrl}/inbox/messages?to=${encodeURIComponent(to)}`);
    const { messages } = (await answer.json()) as { messages: { from: string; messageId: string }[] };
    return messages[0];
  };
  const returnPath = async (to: string) => (await latest(to))?.from ?? '';
  /** The head of the latest mail, as its server would quote it. */
  const quoted = async (to: string) => `From: x@y.example\r\nMessage-ID: ${(await latest(to))?.messageId}\r\n`;
  const tagOf = async (to: string) => /^bounces-([\da-f]{32})@/.exec(await returnPath(to))?.[1] ?? '';
  const report = async (to: string, what: MailReport) =>
    recordMailReport(site.dependencies, { tag: await tagOf(to), report: what });
  /** Two different mails refused for good. */
  const refuse = async (person: Pick<Person, 'userId' | 'email'>) => {
    for (let mails = 0; mails < 2; mails += 1) {
      await mail(person);
      await report(person.email, 'HARD');
    }
  };
  return {
    ...site,
    db,
    bouncePort,
    jobDependencies,
    metrics,
    mail,
    suppressed,
    returnPath,
    quoted,
    tagOf,
    report,
    refuse,
  };
}

type Returning = Awaited<ReturnType<typeof openReturning>>;

/** Delivers a bounce report by SMTP; returns the reply. */
export async function handOver(
  { bouncePort }: Pick<Returning, 'bouncePort'>,
  { to, body }: { to: string; body: string },
) {
  const transport = createTransport({ host: 'localhost', port: bouncePort, secure: false, ignoreTLS: true });
  onTestFinished(() => transport.close());
  return transport.sendMail({ envelope: { from: '', to }, raw: body }).then(
    () => 250,
    (error: { responseCode?: number }) => error.responseCode,
  );
}

/** `quoted`: what it quotes of the mail; without it, what a stranger can write who knows only the return address. */
export const reportOf = (status: string, quoted = '', type = 'text/rfc822-headers') =>
  `Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nAction: failed\r\nStatus: ${status}\r\n${quoted && `--b\r\nContent-Type: ${type}\r\n\r\n${quoted}\r\n`}--b--\r\n`;
