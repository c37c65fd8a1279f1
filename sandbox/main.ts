import { buildSandbox } from './app.ts';

// Its variables are documented in docs/operations.md.
const { env } = process;
const port = numberFrom('SANDBOX_PORT', 3001);
const smtpPort = numberFrom('SANDBOX_SMTP_PORT', 3025);
const bouncePort = numberFrom('BOUNCE_SMTP_PORT', 0);
const harborPort = numberFrom('HARBOR_PORT', 0);
const harborSecret = env['HARBOR_SECRET'] ?? '';
const host = env['SANDBOX_HOST'] ?? 'localhost';
const appOrigins = (env['SANDBOX_APP_ORIGINS'] ?? env['PUBLIC_URL'] ?? 'http://localhost:3000')
  .split(',')
  .map((url) => new URL(url.trim()).origin);
const [main = 'http://localhost:3000', ...others] = appOrigins;

try {
  const sandbox = await buildSandbox({
    gateway: {
      merchantId: env['BRAINTREE_MERCHANT_ID'] ?? 'evenkeel',
      publicKey: env['BRAINTREE_PUBLIC_KEY'] ?? 'public',
      privateKey: env['BRAINTREE_PRIVATE_KEY'] ?? 'private',
      publicUrl: (env['SANDBOX_URL'] ?? `http://localhost:${port}`).replace(/\/$/, ''),
      settlementDelayMs: numberFrom('SANDBOX_SETTLEMENT_SECONDS', 60) * 1000,
      lostAnswerMs: 65_000,
      webhooks: { url: env['SANDBOX_WEBHOOK_URL'] || null, retryDelaysMs: [1_000, 5_000, 30_000, 300_000, 3_600_000] },
    },
    sms: { authToken: env['TWILIO_AUTH_TOKEN'] ?? 'sandbox' },
    appOrigins,
    staff: {
      id: env['STAFF_CLIENT_ID'] || 'staff-console',
      secret: env['STAFF_CLIENT_SECRET'] || 'sandbox',
      origin: env['STAFF_URL'] && new URL(env['STAFF_URL']).origin,
    },
    dataDir: env['SANDBOX_DATA_DIR'] ?? null,
    smtp: { port: smtpPort, host },
    bounces: bouncePort === 0 ? null : { port: bouncePort, host: 'localhost' },
  });
  if (harborPort !== 0 && harborSecret !== '') {
    const { buildHarbor } = await import('./harbor/index.ts');
    const url = `http://localhost:${harborPort}`;
    const harbor = await buildHarbor({
      url,
      siteUrls: [main, ...others],
      clientId: 'harbor',
      clientSecret: harborSecret,
    });
    await harbor.listen({ port: harborPort, host });
    sandbox.addHook('onClose', () => harbor.close());
  }
  await sandbox.listen({ port, host });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void sandbox.close().then(() => process.exit(0));
    });
  }
  console.info(`Sandbox at http://${host}:${port}, mail at smtp://${host}:${smtpPort}`);
} catch (error) {
  console.error(failureText(error));
  process.exit(1);
}

function numberFrom(name: string, otherwise: number): number {
  const value = env[name] ?? '';
  if (value === '') return otherwise;
  if (!/^\d{1,9}$/.test(value)) {
    console.error(`${name} must be a whole number, not "${value}".`);
    process.exit(1);
  }
  return Number(value);
}

function failureText(error: unknown): string {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error;
  return taken
    ? `Port ${String(error.port)} is taken. Choose another with SANDBOX_PORT or SANDBOX_SMTP_PORT.`
    : `The sandbox could not start: ${String(error)}`;
}
