import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartProblem } from './start-problem.ts';

export type StartSettings = {
  development: boolean;
  /** The port that people open. In development Vite listens there and proxies calls to `appPort`. */
  publicPort: number;
  appPort: number;
  /** Null if no external service is simulated. */
  sandbox: { port: number; smtpPort: number; bouncePort: number; harborPort: number } | null;
  /** URL of the sandbox's calendar, an app that people log in to through the site; null without it. */
  harborUrl: string | null;
  /** Null when DATABASE_URL names a PostgreSQL to use. */
  embeddedDatabasePort: number | null;
  /** False where real money is taken. */
  demonstration: boolean;
  publicUrl: string;
  /** URLs of all sites, the main one first. */
  siteUrls: string[];
  sandboxUrl: string;
  /** URL of the staff console; null unless staff sign in through the sandbox. */
  staffUrl: string | null;
  /** Variables of every process we start, in addition to the caller's environment. */
  environment: Record<string, string>;
};

type Environment = Record<string, string | undefined>;

/**
 * Reads the environment for `npm start`. The processes validate their own variables; this only adds what a first start
 * leaves out.
 */
export function readSettings(options: {
  environment: Environment;
  development: boolean;
  dataDir: string;
}): StartSettings {
  const { environment, development, dataDir } = options;
  const port = (name: string, otherwise: number) => readPort({ environment, name, otherwise });
  const publicPort = port('PORT', 3000);
  const appPort = development ? port('DEVELOPMENT_APP_PORT', publicPort + 10) : publicPort;
  const sandboxPort = port('SANDBOX_PORT', 3001);
  const smtpPort = port('SANDBOX_SMTP_PORT', 3025);
  const bouncePort = port('BOUNCE_SMTP_PORT', smtpPort + 1);
  const harborPort = port('HARBOR_PORT', sandboxPort + 1);
  const publicUrl = environment['PUBLIC_URL'] ?? `http://localhost:${publicPort}`;
  const sandboxUrl = environment['SANDBOX_URL'] ?? `http://localhost:${sandboxPort}`;
  const siteUrls = siteUrlsOf({ publicUrl, others: environment['OTHER_SITES'] ?? '' });
  const staff = staffOf({ environment, sandboxUrl });
  const harbor = harborOf({ environment, url: `http://localhost:${harborPort}` });
  return {
    development,
    publicPort,
    appPort,
    sandbox: playsSandbox(environment) ? { port: sandboxPort, smtpPort, bouncePort, harborPort } : null,
    embeddedDatabasePort: environment['DATABASE_URL'] ? null : port('EMBEDDED_DATABASE_PORT', 3432),
    harborUrl: harbor === null ? null : `http://localhost:${harborPort}`,
    demonstration:
      environment['PAYMENT_GATEWAY'] !== 'braintree' || environment['BRAINTREE_ENVIRONMENT'] !== 'production',
    publicUrl,
    siteUrls,
    sandboxUrl,
    staffUrl: staff === null ? null : (environment['STAFF_URL'] ?? publicUrl),
    environment: {
      NODE_ENV: development ? 'development' : (environment['NODE_ENV'] ?? 'production'),
      LOG_LEVEL: environment['LOG_LEVEL'] ?? 'warn',
      PORT: String(appPort),
      PUBLIC_URL: publicUrl,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_URL: sandboxUrl,
      SANDBOX_APP_ORIGINS: environment['SANDBOX_APP_ORIGINS'] ?? siteUrls.join(','),
      SANDBOX_DATA_DIR: environment['SANDBOX_DATA_DIR'] ?? path.join(dataDir, 'sandbox'),
      SANDBOX_WEBHOOK_URL: environment['SANDBOX_WEBHOOK_URL'] ?? `http://localhost:${appPort}/api/webhooks/braintree`,
      SMTP_URL: environment['SMTP_URL'] ?? `smtp://localhost:${smtpPort}`,
      ...(playsSandbox(environment)
        ? { BOUNCE_DOMAIN: environment['BOUNCE_DOMAIN'] ?? 'bounces.example', BOUNCE_SMTP_PORT: String(bouncePort) }
        : {}),
      ...staff,
      ...harbor,
      PLACES_PROVIDER: environment['PLACES_PROVIDER'] ?? (playsSandbox(environment) ? 'sandbox' : 'offline'),
      PRIVATE_EVENT_HOSTS: environment['PRIVATE_EVENT_HOSTS'] ?? (triesThingsOut(environment) ? 'localhost' : ''),
      APP_SECRET: environment['APP_SECRET'] ?? storedSecret(path.join(dataDir, 'app-secret')),
    },
  };
}

/** Reads the hosts only; the server reports invalid entries when it starts. */
function siteUrlsOf({ publicUrl, others }: { publicUrl: string; others: string }): string[] {
  const scheme = publicUrl.startsWith('https:') ? 'https' : 'http';
  const hosts = others.split(',').flatMap((site) => site.trim().split(/\s+/)[0] || []);
  return [publicUrl, ...hosts.map((host) => `${scheme}://${host}`).filter((url) => URL.canParse(url))];
}

/**
 * Staff sign in through the sandbox's identity provider, unless another one is configured; never where real money is
 * taken.
 */
function staffOf({ environment, sandboxUrl }: { environment: Environment; sandboxUrl: string }) {
  if (environment['STAFF_ISSUER'] || !triesThingsOut(environment)) return null;
  return {
    STAFF_ISSUER: `${sandboxUrl}/identity`,
    STAFF_CLIENT_ID: 'staff-console',
    // Shared by the sandbox and this app only; it gives access to nothing else.
    STAFF_CLIENT_SECRET: 'sandbox',
  };
}

/** The sandbox's calendar as a client app. Its secret gives access to nothing else; never where real money is taken. */
function harborOf({ environment, url }: { environment: Environment; url: string }) {
  if (environment['OIDC_CLIENTS'] || !triesThingsOut(environment)) return null;
  const secret = 'a-secret-of-the-sandbox-and-its-calendar';
  const client = {
    id: 'harbor',
    name: 'Harbor',
    url: `${url}/`,
    secret,
    redirectUris: [`${url}/signed-in`],
    postLogoutRedirectUris: [`${url}/`],
    backchannelLogoutUri: `${url}/logout`,
    scopes: ['openid', 'profile', 'family', 'plan', 'entitlements'],
  };
  return {
    OIDC_CLIENTS: JSON.stringify([client]),
    HARBOR_PORT: new URL(url).port,
    HARBOR_SECRET: secret,
  };
}

/** With Braintree and a real mail server, there is nothing left to simulate. */
function playsSandbox(environment: Environment): boolean {
  return environment['PAYMENT_GATEWAY'] !== 'braintree' || !environment['SMTP_URL'];
}

/** Whether demonstration settings apply: only with the sandbox, and never where real money is taken. */
const triesThingsOut = (environment: Environment) =>
  playsSandbox(environment) && environment['BRAINTREE_ENVIRONMENT'] !== 'production';

type PortSetting = { environment: Environment; name: string; otherwise: number };

function readPort({ environment, name, otherwise }: PortSetting): number {
  const value = environment[name] ?? '';
  if (value === '') return otherwise;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > 65_535) throw new StartProblem(`${name} must be a port from 1 to 65535, not "${value}".`);
  return port;
}

/** Links in mails already sent must survive a restart, so the secret is created once and stored. */
function storedSecret(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8');
  mkdirSync(path.dirname(file), { recursive: true });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}
