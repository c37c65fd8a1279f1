import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { type MailFaultKind, nextMailFault } from './mail-faults.ts';
import type { Mailbox } from './mailbox.ts';
import { type Bounces, sendBounces } from './returned-mail.ts';

const maxBytes = 10 * 1024 * 1024;

/** The reply to RCPT TO for each fault. */
const recipientReplies: Partial<Record<MailFaultKind, { responseCode: number; message: string }>> = {
  refuse: { responseCode: 550, message: '5.1.1 Mailbox unavailable' },
  greylist: { responseCode: 451, message: '4.7.1 Greylisted, try again later' },
};

function refusal({ responseCode, message }: { responseCode: number; message: string }): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Port 0 takes a free one; the result contains the actual one. */
export type SmtpIntake = { port: number; close(): Promise<void> };

type Intake = { mailbox: Mailbox; port: number; host: string; bounces?: Bounces | null };

/** Accepts mail as a mail server does and stores it in the mailbox; a mail is journalled before it is acknowledged. */
export async function startSmtpIntake({ mailbox, port, host, bounces = null }: Intake): Promise<SmtpIntake> {
  const sockets = new Map<number, Socket>();
  const smtp = new SMTPServer({
    banner: 'Sandbox mail',
    logger: false,
    size: maxBytes,
    rejectOversized: true,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    onRcptTo(address, _session, callback) {
      const fault = nextMailFault(mailbox.faults, { kinds: ['refuse', 'greylist'], recipients: [address.address] });
      const reply = fault && recipientReplies[fault.kind];
      callback(reply ? refusal(reply) : null);
    },
    onData(stream, session, callback) {
      void receiveMessage({
        mailbox,
        bounces,
        stream,
        session,
        drop: () => sockets.get(session.remotePort)?.destroy(),
      }).then(
        (response) => callback(null, response),
        (error: Error) => callback(error),
      );
    },
  });
  smtp.on('error', () => undefined);
  smtp.server.on('connection', (socket: Socket) => {
    const key = socket.remotePort ?? 0;
    sockets.set(key, socket);
    socket.once('close', () => sockets.delete(key));
  });
  await new Promise<void>((resolve, reject) => {
    smtp.server.once('error', reject);
    smtp.listen(port, host, () => {
      smtp.server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (smtp.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

type IntakeParams = {
  mailbox: Mailbox;
  bounces: Bounces | null;
  stream: SMTPServerDataStream;
  session: SMTPServerSession;
  drop: () => void;
};

async function receiveMessage({ mailbox, bounces, stream, session, drop }: IntakeParams): Promise<string> {
  const raw = await buffer(stream);
  if (stream.sizeExceeded) throw refusal({ responseCode: 552, message: '5.3.4 Message too big' });
  const { mailFrom, rcptTo } = session.envelope;
  const to = rcptTo.map(({ address }) => address);
  const message = await mailbox.receive({ from: mailFrom ? mailFrom.address : '', to, raw });
  // As in reality: it is accepted here, and bounces later.
  if (bounces && mailFrom) void sendBounces(bounces, { from: mailFrom.address, to, raw }).catch(() => undefined);
  const fault = nextMailFault(mailbox.faults, { kinds: ['die-after-data', 'slow'], recipients: to });
  if (fault?.kind === 'die-after-data') drop();
  if (fault?.kind === 'slow') await wait(fault.delayMs, undefined, { ref: false });
  return `Queued as ${message.id}`;
}
