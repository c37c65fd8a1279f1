import PostalMime from 'postal-mime';
import { reportOfStatus } from '../mailbox-status.ts';
import type { MailReport } from '../port.ts';

/** Machine-readable parts of a report (RFC 3464, RFC 6533, RFC 5965). */
const deliveryParts = new Set(['message/delivery-status', 'message/global-delivery-status']);
const complaintPart = 'message/feedback-report';

/** Parts that quote the mail, or its headers (RFC 6522, RFC 6532). */
const quoteParts = new Set([
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
]);

/** A report has few parts, little nested; anything deeper was not made by a mail server. */
const bounds = { maxNestingDepth: 8, maxHeadersSize: 64 * 1024, forceRfc822Attachments: true };

/** `messageIds`: of the quoted mails. */
export type ReadReport = { report: MailReport; messageIds: string[] };

/**
 * What a mail reports about another; null if it is not a report, or says that the other was delivered or may still be.
 */
export async function readReport(raw: Buffer): Promise<ReadReport | null> {
  const { attachments } = await PostalMime.parse(raw, bounds).catch(() => ({ attachments: [] }));
  const parts = attachments.map(({ mimeType, content }) => {
    return { mimeType, text: typeof content === 'string' ? content : new TextDecoder().decode(content) };
  });
  const report = parts.map(reportOfPart).find((read) => read !== undefined) ?? null;
  const quoted = parts.filter(({ mimeType }) => quoteParts.has(mimeType));
  return report && { report, messageIds: quoted.flatMap(({ text }) => messageIdsIn(text)) };
}

/** Undefined if a part is not a report; null if it is one that changes nothing. */
function reportOfPart({ mimeType, text }: { mimeType: string; text: string }): MailReport | null | undefined {
  if (mimeType === complaintPart && /^feedback-type:\s*abuse\s*$/im.test(text)) return 'COMPLAINT';
  return deliveryParts.has(mimeType) ? worst(text) : undefined;
}

const messageIdsIn = (head: string): string[] =>
  [...head.matchAll(/^message-id:\s*<([^<>\s]{1,500})>/gim)].map(([, id = '']) => id);

const fieldOf = (block: string, name: string) => new RegExp(`^${name}:\\s*([\\w.]+)`, 'im').exec(block)?.[1] ?? '';

function worst(text: string): MailReport | null {
  const reports = text.split(/\r?\n\r?\n/).map(reportOf);
  return reports.find((report) => report === 'HARD') ?? reports.find((report) => report !== null) ?? null;
}

function reportOf(block: string): MailReport | null {
  return fieldOf(block, 'action').toLowerCase() === 'failed' ? reportOfStatus(fieldOf(block, 'status')) : null;
}
