import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { type ReadReport, readReport } from './read-report.ts';

/** Reports contain the mail they are about, which may have a document attached. */
const maxBytes = 1024 * 1024;
const waitMs = 30_000;

type Reports = {
  port: number;
  host: string;
  /** The tag in an address; null if it is not one of ours. */
  tagIn: (address: string) => string | null;
  onReport: (report: ReadReport & { tag: string }) => Promise<void>;
  onError: (error: unknown) => void;
};
/** The actual port, if 0 was requested. */
export type SmtpReports = { port: number; close: () => Promise<void> };

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

/**
 * Receives bounces from the mail server of the return domain. Anybody can send here: unknown addresses are rejected,
 * and nothing else is revealed or stored. Acknowledged once recorded, so that a failure is redelivered.
 */
export async function receiveSmtpReports({ port, host, tagIn, onReport, onError }: Reports): Promise<SmtpReports> {
  const receive = async (stream: SMTPServerDataStream, addresses: readonly string[]) => {
    const raw = await buffer(stream);
    if (stream.sizeExceeded) throw refusal(552, '5.3.4 Message too big');
    const report = await readReport(raw);
    if (report === null) return;
    const tags = new Set(addresses.map(tagIn).filter((tag) => tag !== null));
    for (const tag of tags) await onReport({ tag, ...report });
  };
  const smtp = new SMTPServer({
    logger: false,
    size: maxBytes,
    rejectOversized: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    maxClients: 50,
    socketTimeout: waitMs,
    closeTimeout: 2_000,
    onRcptTo: ({ address }, { envelope }, callback) => {
      // A report has one recipient; more means an attack.
      if (envelope.rcptTo.length > 0) return callback(refusal(452, '4.5.3 One recipient at a time'));
      callback(tagIn(address) === null ? refusal(550, '5.1.1 No such mailbox') : null);
    },
    onData: (stream, { envelope }, callback) => {
      const addresses = envelope.rcptTo.map(({ address }) => address);
      receive(stream, addresses).then(
        () => callback(null, 'Taken'),
        (error: Error & { responseCode?: number }) => {
          if (error.responseCode !== undefined) return callback(error);
          onError(error);
          callback(refusal(451, '4.3.0 Try again later'));
        },
      );
    },
  });
  // Broken connections: their sender retries.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    smtp.server.once('error', reject);
    smtp.listen(port, host, () => resolve());
  });
  return {
    port: (smtp.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
