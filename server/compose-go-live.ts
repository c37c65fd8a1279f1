import { Resolver } from 'node:dns/promises';
import { askForStaff, askForTexts, createMail, createPlaces, createTaxes } from './compose-adapters.ts';
import { openGateway } from './compose-gateway.ts';
import type { Config } from './config.ts';
import { createPool } from './db/pool.ts';
import type { PlacesProblem } from './gateways/places/port.ts';
import { codeOf } from './go-live/check.ts';
import { type GoLiveDependencies, goLiveChecks } from './go-live/checks.ts';
import type { MailDns } from './go-live/mail-records.ts';

const without = new Set(['ENOTFOUND', 'ENODATA']);

/** A name without such records has none; throws if DNS does not answer. */
function mailDns(): MailDns {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const recordsOf = async <Kept>(ask: () => Promise<Kept[]>): Promise<Kept[]> => {
    try {
      return await ask();
    } catch (error) {
      if (without.has(codeOf(error))) return [];
      throw error;
    }
  };
  return {
    texts: async (name) => (await recordsOf(() => resolver.resolveTxt(name))).map((parts) => parts.join('')),
    hasMailServer: async (name) => (await recordsOf(() => resolver.resolveMx(name))).length > 0,
  };
}

/** A query of a real street, which costs one suggestion. Null if it was answered, or needs no service. */
async function askForPlaces(config: Config): Promise<PlacesProblem | null> {
  const problems: PlacesProblem[] = [];
  const places = await createPlaces(config, (problem) => problems.push(problem));
  await places.suggest({ query: 'Main Street', country: null, language: 'en', sessionToken: 'go-live' });
  return problems[0] ?? null;
}

function gatewayAddress({ PAYMENT_GATEWAY, BRAINTREE_ENVIRONMENT, SANDBOX_URL }: Config): string {
  if (PAYMENT_GATEWAY === 'sandbox') return SANDBOX_URL;
  return `https://api.${BRAINTREE_ENVIRONMENT === 'sandbox' ? 'sandbox.' : ''}braintreegateway.com`;
}

type GoLive = { testAddress: string | null; dns?: MailDns };

/** The checks of a configured site, with the adapters that it would use. */
export function composeGoLive(config: Config, { testAddress, dns = mailDns() }: GoLive) {
  const { gateway, askForAccount } = openGateway(config, { metrics: null, tracer: null });
  const database = createPool({ connectionString: config.DATABASE_URL, max: 1, applicationName: 'evenkeel-go-live' });
  const mail = createMail(config);
  const dependencies: GoLiveDependencies = {
    database,
    gateway,
    askForAccount,
    gatewayAddress: gatewayAddress(config),
    mail,
    testAddress,
    dns,
    askForTaxes: async (question) => (await createTaxes(config)).taxesFor(question),
    askForTexts: () => askForTexts(config),
    askForPlaces: () => askForPlaces(config),
    askForStaff: () => askForStaff(config),
  };
  const close = async () => {
    await Promise.all([database.end(), mail.close()]);
  };
  return { checks: goLiveChecks(config, dependencies), close };
}
