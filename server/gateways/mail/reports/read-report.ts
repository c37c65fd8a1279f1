import PostalMime from 'postal-mime';
import type { MailReport } from '../port.ts';
import { reportOfStatus } from '../mailbox-status.ts';

/** Parts of a report that programs read (RFC 3464, RFC 6533, RFC 5965). */
const deliveryParts = new Set(['message/delivery-status', 'message/global-delivery-status']);
const complaintPart = 'message/feedback-report';

/** Parts that quote the mail, or its head (RFC 6522, RFC 6532). */
const quoteParts = new Set([
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
]);

/** A report has few parts in few parts; what nests deeper was not made by a mail server. */
const bounds = { maxNestingDepth: 8, maxHeadersSize: 64 * 1024, forceRfc822Attachments: true };

/** `messageIds`: of the mails that it quotes. */
export type ReadReport = { report: MailReport; messageIds: string[] };

/** What a mail reports of another; null where it is no report, or says that the other arrived or may still do so. */
export async function readReport(raw: Buffer): Promise<ReadReport | null> {
  const { attachments } = await PostalMime.parse(raw, bounds).catch(() => ({ attachments: [] }));
  const parts = attachments.map(({ mimeType, content }) => {
    return { mimeType, text: typeof content === 'string' ? content : new TextDecoder().decode(content) };
  });
  const report = parts.map(reportOfPart).find((read) => read !== undefined) ?? null;
  const quoted = parts.filter(({ mimeType }) => quoteParts.has(mimeType));
  return report && { report, messageIds: quoted.flatMap(({ text }) => messageIdsIn(text)) };
}

/** Undefined where a part is no report; null where it is one that changes nothing. */
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
