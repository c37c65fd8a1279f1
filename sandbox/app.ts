import Fastify, { type FastifyInstance } from 'fastify';
import { affiliate } from './affiliate/index.ts';
import { cardFields } from './gateway/card-fields/index.ts';
import { type GatewayOptions, gateway } from './gateway/index.ts';
import { threeDSecure } from './gateway/three-d-secure/index.ts';
import { walletWindows } from './gateway/wallets/index.ts';
import { home } from './home/index.ts';
import { identity } from './identity/index.ts';
import { inbox, openMailbox, type SmtpIntake, startSmtpIntake } from './mail/index.ts';
import { places } from './places/index.ts';
import { openSmsStore, smsIntake } from './sms/index.ts';

export type SandboxOptions = {
  gateway: Omit<GatewayOptions, 'dataDir'>;
  sms: { authToken: string };
  /** Origins that may frame the card fields and open the wallet windows. */
  appOrigins: readonly string[];
  /** The staff identity provider's client: the console, with its URL beside `appOrigins`. */
  staff?: { id: string; secret: string; origin?: string | undefined };
  /** Folder in which ledger, mails and texts survive a restart; null keeps them in memory. */
  dataDir: string | null;
  /** Port 0 takes a free one. Null starts no mail intake. */
  smtp: { port: number; host: string } | null;
  /** Receiver of bounces; without it they are dropped. */
  bounces?: { port: number; host: string } | null;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** The running mail intake, which closes with the app. */
    smtpIntake: SmtpIntake | null;
  }
}

/** All external services in one process: payment gateway, mail, text messages, places. The caller makes it listen. */
export async function buildSandbox({
  gateway: gatewayOptions,
  sms,
  appOrigins,
  staff = { id: 'staff-console', secret: 'sandbox' },
  dataDir,
  smtp,
  bounces = null,
}: SandboxOptions): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 1024 * 1024 });
  const mailbox = await openMailbox({ dataDir });
  await app.register(home);
  await app.register(gateway, { ...gatewayOptions, dataDir });
  await app.register(cardFields, { appOrigins });
  await app.register(threeDSecure, { appOrigins });
  await app.register(walletWindows, { appOrigins });
  await app.register(inbox, { mailbox });
  await app.register(smsIntake, { store: openSmsStore({ dataDir }), authToken: sms.authToken });
  await app.register(places, { prefix: '/places' });
  await app.register(affiliate, { prefix: '/affiliate' });
  const consoles = [...appOrigins, ...(staff.origin ? [staff.origin] : [])];
  await app.register(identity, {
    publicUrl: gatewayOptions.publicUrl,
    client: staff,
    redirectUris: [...new Set(consoles)].map((origin) => `${origin}/staff/signed-in`),
  });

  const intake = smtp && (await startSmtpIntake({ mailbox, bounces, ...smtp }));
  app.decorate('smtpIntake', intake);
  app.addHook('onClose', async () => intake?.close());
  return app;
}
