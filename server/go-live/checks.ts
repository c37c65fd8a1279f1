import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { databaseProblem } from '../db/usable-database.ts';
import type { MailGateway, MailOutcome } from '../gateways/mail/port.ts';
import { domainOf } from '../gateways/mail/sender-domain.ts';
import type { PaymentGateway, Unknown } from '../gateways/payment/port.ts';
import type { PlacesProblem } from '../gateways/places/port.ts';
import type { TaxPort } from '../gateways/tax/port.ts';
import { type Check, check, codeOf, type Found } from './check.ts';
import { clockProblem } from './clock-problem.ts';
import { bounceProblem, dkimProblem, dmarcProblem, type MailDns, spfProblem } from './mail-records.ts';
import { addressProblem, timeAt, unreachedBy } from './web-address.ts';

/** The systems of a site. No check charges, or writes to anybody but the operator. */
export type GoLiveDependencies = {
  database: pg.Pool;
  gateway: Pick<PaymentGateway, 'findSale' | 'answerChallenge'>;
  askForAccount: () => Promise<{ outcome: 'answered'; problem: string | null } | Unknown>;
  /** Of the gateway: its clock is right. */
  gatewayAddress: string;
  mail: Pick<MailGateway, 'send'> & { logIn: () => Promise<MailOutcome> };
  /** Receives the test message; null if nobody does. */
  testAddress: string | null;
  dns: MailDns;
  askForTaxes: TaxPort['taxesFor'];
  askForTexts: () => Promise<'credentials' | 'trial' | 'inactive' | 'unreachable' | null>;
  askForPlaces: () => Promise<PlacesProblem | null>;
  askForStaff: () => Promise<'unreachable' | 'secret' | 'redirect' | null>;
};

const unreached = {
  name: 'DNS knows no host of this name: correct it, or add its record',
  silent: 'nothing answers: start it, or let this machine through the firewall',
};

async function askDatabase(
  database: GoLiveDependencies['database'],
): Promise<Found<'unfit' | 'login' | 'absent' | 'name' | 'silent'>> {
  try {
    const problem = await databaseProblem(database);
    return problem === null ? null : { cause: 'unfit', detail: problem };
  } catch (error) {
    const code = codeOf(error);
    if (code === '28P01' || code === '28000') return 'login';
    if (code === '3D000') return 'absent';
    return unreachedBy(code) === 'name' ? 'name' : { cause: 'silent', detail: code };
  }
}

/** That the API user may search: what a lost answer is settled by. Nothing has this order id. */
async function askForSearch(gateway: GoLiveDependencies['gateway']): Promise<Found<'refused'>> {
  const answer = await gateway.findSale({ orderId: randomUUID() });
  return answer.outcome === 'unknown' ? { cause: 'refused', detail: answer.cause } : null;
}

async function askForAccount({
  askForAccount: ask,
}: GoLiveDependencies): Promise<Found<'keys' | 'account' | 'silent'>> {
  const answer = await ask();
  if (answer.outcome === 'answered')
    return answer.problem === null ? null : { cause: 'account', detail: answer.problem };
  return answer.cause === 'credentials' ? 'keys' : { cause: 'silent', detail: answer.cause };
}

async function compareClocks({ database, gatewayAddress }: GoLiveDependencies) {
  const outside = await timeAt(gatewayAddress);
  const { rows } = await database.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 as now');
  return clockProblem({ machine: Date.now(), database: (rows[0]?.now ?? 0) * 1_000, outside });
}

const mailCause = (outcome: MailOutcome) => (outcome.outcome === 'sent' ? null : outcome.cause);

function sendTest({ mail, testAddress }: GoLiveDependencies, from: string) {
  if (testAddress === null) return Promise.resolve('nobody' as const);
  const text =
    'This mail server sends the mails of your site. Show the source of this message: its header Authentication-Results must say spf=pass, dkim=pass and dmarc=pass.';
  const messageId = `go-live.${randomUUID()}@${domainOf(from)}`;
  const message = { messageId, to: testAddress, subject: 'Test message of your site', text, html: `<p>${text}</p>` };
  return mail.send({ ...message, kind: 'awaited' }).then(mailCause);
}

/** The running site signs a challenge with the keys that it would check the gateway's notifications by. */
async function askForSignature({ gateway }: GoLiveDependencies, origin: string): Promise<Found<'keys' | 'unanswered'>> {
  const challenge = randomBytes(12).toString('hex');
  const address = new URL(`/api/webhooks/braintree?bt_challenge=${challenge}`, origin);
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) return { cause: 'unanswered', detail: `it answers ${answer.status}` };
  return (await answer.text()) === gateway.answerChallenge(challenge) ? null : 'keys';
}

/** What must be changed before real money is taken; empty if it is. */
export function trialSettings(
  config: Pick<Config, 'PAYMENT_GATEWAY' | 'BRAINTREE_ENVIRONMENT' | 'SMS_PROVIDER' | 'PLACES_PROVIDER'>,
) {
  return [
    config.PAYMENT_GATEWAY === 'sandbox' ? 'PAYMENT_GATEWAY=braintree' : '',
    config.BRAINTREE_ENVIRONMENT === 'sandbox' ? 'BRAINTREE_ENVIRONMENT=production and the keys of that account' : '',
    config.SMS_PROVIDER === 'sandbox' ? 'SMS_PROVIDER=twilio or none' : '',
    config.PLACES_PROVIDER === 'sandbox' ? 'PLACES_PROVIDER=google or offline' : '',
  ].filter((setting) => setting !== '');
}

const mailMend = {
  connection: unreached.silent,
  timeout: unreached.silent,
  tls: 'it offers no valid encryption: use smtps://, or a server whose certificate fits its name, in SMTP_URL',
  authentication: 'it refuses user or password: correct them in SMTP_URL',
  server_busy: 'it accepts nothing now: wait some minutes',
  refused: 'it refuses the message: let this user send as MAIL_FROM',
  address: 'this is not one address',
  recipient_refused: 'it knows no such recipient: name an address of yours',
};

/** In the order in which a site is set up. */
export function goLiveChecks(config: Config, dependencies: GoLiveDependencies): Check[] {
  const senders = [config.MAIL_FROM, config.NEUTRAL_MAIL_FROM ?? []].flat().map(domainOf);
  const origins = [...config.sites.all.map(({ origin }) => origin), config.staff?.url ?? []].flat();
  return [
    check({
      name: 'database',
      find: () => askDatabase(dependencies.database),
      mend: {
        ...unreached,
        name: `${unreached.name} in DATABASE_URL; a database that compose starts is reached inside it alone: run "node dist/go-live-main.mjs" there`,
        login: 'it refuses user or password: correct them in DATABASE_URL',
        absent: 'it has no database of this name: create it, or correct DATABASE_URL',
        unfit: 'change what is wrong with it',
      },
    }),
    check({
      name: 'payment gateway',
      find: () => askForAccount(dependencies),
      mend: {
        silent: unreached.silent,
        keys: 'it refuses the keys: copy BRAINTREE_MERCHANT_ID, BRAINTREE_PUBLIC_KEY and BRAINTREE_PRIVATE_KEY from the control panel (API Keys) of BRAINTREE_ENVIRONMENT',
        account: 'choose another merchant account',
      },
    }),
    check({
      name: 'payment search',
      needs: ['payment gateway'],
      find: () => askForSearch(dependencies.gateway),
      mend: { refused: 'transactions cannot be searched: give the API user a role that may' },
    }),
    check({
      name: 'clock',
      needs: ['database', 'payment gateway'],
      find: () => compareClocks(dependencies),
      mend: {
        machine: 'the clock of this machine is wrong: set it by NTP',
        database: 'the clock of the database’s machine is wrong: set it by NTP',
      },
    }),
    check({
      name: 'taxes',
      find: async () => {
        await dependencies.askForTaxes({
          country: 'US',
          region: 'TX',
          postalCode: '78701',
          amountCents: 100_00,
          at: new Date(),
        });
        return null;
      },
      mend: {},
    }),
    check({
      name: 'mail login',
      find: () => dependencies.mail.logIn().then(mailCause),
      mend: mailMend,
    }),
    check({
      name: 'test message',
      needs: ['mail login'],
      find: () => sendTest(dependencies, config.MAIL_FROM),
      mend: { ...mailMend, nobody: 'name an address of yours: npm run go-live -- you@your-domain' },
    }),
    check({
      name: 'SPF record',
      find: () => spfProblem(dependencies.dns, config.BOUNCE_DOMAIN === undefined ? senders : [config.BOUNCE_DOMAIN]),
      mend: {
        none: 'add a TXT record that allows your mail server: "v=spf1 include:… -all"',
        several: 'join its SPF records to one: receivers ignore several',
        open: 'replace +all in its SPF record by -all: it lets everybody send',
      },
    }),
    check({
      name: 'DKIM record',
      find: () => dkimProblem(dependencies.dns, { dkim: config.dkim, from: config.MAIL_FROM }),
      mend: {
        none: 'publish the key',
        differs: 'the published key is not that of DKIM_PRIVATE_KEY: replace either',
        elsewhere: 'MAIL_FROM is not at DKIM_DOMAIN or below it, and would not be signed: change either',
        unreadable: 'DKIM_PRIVATE_KEY is no private key in PEM: replace it',
      },
    }),
    check({
      name: 'DMARC record',
      find: () => dmarcProblem(dependencies.dns, senders),
      mend: { none: 'add a TXT record at _dmarc of the domain: "v=DMARC1; p=quarantine; rua=mailto:…"' },
    }),
    check({
      name: 'bounced mail',
      find: () => bounceProblem(dependencies.dns, config),
      mend: { none: 'add an MX record for BOUNCE_DOMAIN (docs/returned-mail.md)' },
    }),
    check({
      name: 'texts',
      find: dependencies.askForTexts,
      mend: {
        credentials:
          'Twilio refuses TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN: copy both from its console, or set SMS_PROVIDER=none',
        trial: 'Twilio’s trial accounts text verified numbers alone: upgrade the account',
        inactive: 'Twilio has suspended or closed the account: ask its support',
        unreachable: unreached.silent,
      },
    }),
    check({
      name: 'address suggestions',
      find: () =>
        dependencies
          .askForPlaces()
          .then((problem) => problem && { cause: problem.code, detail: String(problem.status ?? problem.code) }),
      mend: {
        refused: 'Google refuses GOOGLE_PLACES_KEY: enable Places API (New) for it, or set PLACES_PROVIDER=offline',
        timeout: unreached.silent,
        unreachable: unreached.silent,
        unreadable: 'what answers is not Google: see whether a proxy is between',
      },
    }),
    check({
      name: 'staff sign-in',
      find: dependencies.askForStaff,
      mend: {
        unreachable: 'no discovery document at STAFF_ISSUER: correct it, or let this machine through the firewall',
        secret: 'the identity provider refuses STAFF_CLIENT_ID and STAFF_CLIENT_SECRET: copy both from it',
        redirect: `register this redirect address there: ${new URL('/staff/signed-in', config.staff?.url ?? config.PUBLIC_URL).href}`,
      },
    }),
    check({
      name: 'site',
      find: () => addressProblem(origins),
      mend: {
        ...unreached,
        certificate: 'its certificate is not valid for this address: renew it, or have the proxy ask for it',
        unready: 'it runs, but is not ready: read its log',
      },
    }),
    check({
      name: 'notifications of payments',
      needs: ['site'],
      find: () => askForSignature(dependencies, config.PUBLIC_URL),
      mend: {
        keys: 'the running site has other keys: restart it with these',
        unanswered: 'the proxy must pass /api/webhooks/braintree on',
      },
    }),
    check({
      name: 'encryption',
      find: async () => (origins.every((origin) => origin.startsWith('https:')) ? null : 'plain'),
      mend: { plain: 'PUBLIC_URL and STAFF_URL must begin with https:' },
    }),
    check({
      name: 'real money',
      find: async () => {
        const settings = trialSettings(config);
        return settings.length === 0 ? null : { cause: 'trial', detail: settings.join(', ') };
      },
      mend: { trial: 'none is taken yet: rehearse as docs/go-live.md says, then change these' },
    }),
  ];
}
