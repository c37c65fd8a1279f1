import { createPublicKey } from 'node:crypto';
import { signs } from '../gateways/mail/sender-domain.ts';
import type { Found } from './check.ts';

/** DNS as the rules read it: a name without such records has none. Throws if DNS does not answer. */
export type MailDns = {
  texts: (name: string) => Promise<string[]>;
  hasMailServer: (name: string) => Promise<boolean>;
};

const named = (cause: 'none' | 'several' | 'open', domain: string) => ({ cause, detail: domain });

/** RFC 7208: exactly one record for each domain of envelope senders, which does not allow everybody. */
export async function spfProblem(
  dns: MailDns,
  domains: readonly string[],
): Promise<Found<'none' | 'several' | 'open'>> {
  for (const domain of domains) {
    const [record, ...others] = (await dns.texts(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));
    if (record === undefined) return named('none', domain);
    if (others.length > 0) return named('several', domain);
    if (/ \+?all(?: |$)/i.test(record)) return named('open', domain);
  }
  return null;
}

/** A domain and those above it, without the last label: where a receiver looks for a policy (RFC 7489 6.6.3). */
function ancestry(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'));
}

export async function dmarcProblem(dns: MailDns, domains: readonly string[]): Promise<Found<'none'>> {
  for (const domain of domains) {
    const records = await Promise.all(ancestry(domain).map((name) => dns.texts(`_dmarc.${name}`)));
    if (!records.flat().some((text) => /^v=DMARC1\s*;.*\bp=(?:none|quarantine|reject)\b/i.test(text)))
      return { cause: 'none', detail: domain };
  }
  return null;
}

type Bounces = { BOUNCE_DOMAIN?: string | undefined; MAIL_WEBHOOK_PROVIDER?: string | undefined };

/** A provider that reports by webhook receives bounces itself. */
export async function bounceProblem(dns: MailDns, settings: Bounces): Promise<Found<'none'>> {
  const { BOUNCE_DOMAIN: domain, MAIL_WEBHOOK_PROVIDER: provider } = settings;
  if (domain === undefined || provider !== undefined) return null;
  return (await dns.hasMailServer(domain)) ? null : { cause: 'none', detail: domain };
}

export type Dkim = { domainName: string; keySelector: string; privateKey: string };

/** RFC 6376: the key at the selector is the one that mails are signed with. */
export async function dkimProblem(
  dns: MailDns,
  { dkim, from }: { dkim: Dkim | null; from: string },
): Promise<Found<'none' | 'differs' | 'elsewhere' | 'unreadable'>> {
  if (dkim === null) return null;
  if (!signs(dkim, from)) return 'elsewhere';
  const key = publicPart(dkim.privateKey);
  if (key === null) return 'unreadable';
  const name = `${dkim.keySelector}._domainkey.${dkim.domainName}`;
  const published = (await dns.texts(name)).flatMap(
    (text) => /\bp=([^;]*)/.exec(text)?.[1]?.replaceAll(/\s/g, '') ?? [],
  );
  if (published.length === 0) return { cause: 'none', detail: `${name} TXT "v=DKIM1; k=rsa; p=${key}"` };
  return published.includes(key) ? null : { cause: 'differs', detail: name };
}

function publicPart(privateKey: string): string | null {
  try {
    return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  } catch {
    return null;
  }
}
