import { createTransport } from 'nodemailer';

export type Bounces = { port: number; host: string };

const delivery = (status: string) => `Content-Type: message/delivery-status

Reporting-MTA: dns; sandbox.example

Final-Recipient: rfc822; somebody@sandbox.example
Action: failed
Status: ${status}
`;
const complaint = `Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Sandbox/1
Version: 1
`;

/** The bounce of each of these domains, for any recipient. */
const reports: Record<string, { type: string; part: string }> = {
  'bounce.example': { type: 'delivery-status', part: delivery('5.1.1') },
  'soft.example': { type: 'delivery-status', part: delivery('4.2.2') },
  'complaint.example': { type: 'feedback-report', part: complaint },
};

type Delivered = { from: string; to: string[]; raw: Buffer };

/** Reports, as a mail server does, that a mail was not delivered or that its reader calls it spam. */
export async function sendBounces(bounces: Bounces, { from, to, raw }: Delivered): Promise<void> {
  const report = to.map((address) => reports[address.toLowerCase().split('@')[1] ?? '']).find((each) => each);
  if (!report) return;
  const transport = createTransport({ ...bounces, secure: false, ignoreTLS: true });
  try {
    const head = raw.toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
    await transport.sendMail({ envelope: { from: '', to: from }, raw: reportOf({ ...report, to: from, head }) });
  } finally {
    transport.close();
  }
}

/** RFC 3464 and RFC 5965, with the headers of the mail (RFC 6522). */
function reportOf({ type, part, to, head }: Record<'type' | 'part' | 'to' | 'head', string>): string {
  return `From: Mail server <postmaster@sandbox.example>
To: <${to}>
Subject: Your mail
MIME-Version: 1.0
Content-Type: multipart/report; report-type=${type}; boundary="report"

--report
Content-Type: text/plain

Your mail has come back.
--report
${part}
--report
Content-Type: text/rfc822-headers

${head}

--report--
`.replaceAll(/\r?\n/g, '\r\n');
}
