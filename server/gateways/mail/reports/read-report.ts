import PostalMime from 'postal-mime';
import type { MailReport } from '../port.ts';
import { reportOfStatus } from '../mailbox-status.ts';

/** Parts of a report that programs read (RFC 3464, RFC 6533, RFC 5965). */
const deliveryParts = new Set(['message/delivery-status', 'message/global-delivery-status']);
const complaintPart = 'message/feedback-report';

/** A report has few parts in few parts; what nests deeper was not made by a mail server. */
const bounds = { maxNestingDepth: 8, maxHeadersSize: 64 * 1024 };

/** What a mail reports of another; null where it is no report, or says that the other arrived or may still do so. */
export async function readReport(raw: Buffer): Promise<MailReport | null> {
  const { attachments } = await PostalMime.parse(raw, bounds).catch(() => ({ attachments: [] }));
  for (const { mimeType, content } of attachments) {
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
    if (mimeType === complaintPart && /^feedback-type:\s*abuse\s*$/im.test(text)) return 'COMPLAINT';
    if (deliveryParts.has(mimeType)) return worst(text);
  }
  return null;
}

const fieldOf = (block: string, name: string) => new RegExp(`^${name}:\\s*([\\w.]+)`, 'im').exec(block)?.[1] ?? '';

function worst(text: string): MailReport | null {
  const reports = text.split(/\r?\n\r?\n/).map(reportOf);
  return reports.find((report) => report === 'HARD') ?? reports.find((report) => report !== null) ?? null;
}

function reportOf(block: string): MailReport | null {
  return fieldOf(block, 'action').toLowerCase() === 'failed' ? reportOfStatus(fieldOf(block, 'status')) : null;
}
