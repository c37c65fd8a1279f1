import { defaultOf, parseConfig, variableNames } from '#server/config.ts';

/** An environment that takes real money. A variable that it cannot omit is required. */
const realMoney: Record<string, string> = {
  PUBLIC_URL: 'https://www.site.test',
  DATABASE_URL: 'postgres://database/evenkeel',
  APP_SECRET: 'x'.repeat(64),
  SECOND_FACTOR_KEYS: `first:${Buffer.alloc(32).toString('base64')}`,
  PAYMENT_GATEWAY: 'braintree',
  BRAINTREE_ENVIRONMENT: 'production',
  BRAINTREE_MERCHANT_ID: 'of-the-merchant',
  BRAINTREE_MERCHANT_ACCOUNT_ID: 'of-the-merchant',
  BRAINTREE_PUBLIC_KEY: 'of-the-merchant',
  BRAINTREE_PRIVATE_KEY: 'of-the-merchant',
  SELLER_US: 'Evenkeel | 1 Lake Street',
  SMTP_URL: 'smtps://mail.site.test',
  MAIL_FROM: 'Evenkeel <post@site.test>',
  SECURITY_CONTACT: 'mailto:security@site.test',
  SMS_PROVIDER: 'none',
};

/** Whether `environment` starts a site that takes real money. */
function isRealMoney(environment: Record<string, string>): boolean {
  try {
    return parseConfig(environment).takesRealMoney;
  } catch {
    return false;
  }
}

/** The variables that real money requires: without one, the site does not start, or uses the sandbox. */
export function neededForRealMoney(): string[] {
  if (!isRealMoney(realMoney)) throw new Error('realMoney lacks a variable that is required when taking real money');
  return Object.keys(realMoney).filter((name) => !isRealMoney({ ...realMoney, [name]: '' }));
}

/** A row of the table. `defaults`: as written there, one for each name or one for all. */
type VariableRow = { names: string[]; defaults: string[]; meaning: string };

/** The rows of a table of variables in docs/operations.md. */
export function readVariableRows({ handbook, title }: { handbook: string; title: string }): VariableRow[] {
  const [, part = ''] = handbook.split(`## ${title}\n`);
  const lines = part.split('\n## ')[0]?.split('\n') ?? [];
  return lines
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, first = '', second = '', meaning = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      const names = [...first.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
      return {
        names,
        defaults: names.length > 1 ? second.split(', ') : [second],
        meaning: meaning.replaceAll('\\|', '|').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, 'docs/$1'),
      };
    });
}

/** A default as text: from the configuration, or in the handbook's words where the configuration has none. */
function formatDefault(name: string, words: string): string {
  const configured = defaultOf(name);
  if (configured === null) return 'none, required to start';
  if (configured.value === undefined || Array.isArray(configured.value)) return words;
  return typeof configured.value === 'string' ? configured.value : JSON.stringify(configured.value);
}

const head = `# Copy to .env (never committed), fill in, and give to deploy/compose.yaml or to the server.
# A line left empty has its default.
# Written by "npm run env-form" from server/config.ts and docs/operations.md: change those.

# ── deploy/compose.yaml alone ──

# The host of the site, without https://. Compose makes PUBLIC_URL of it, and Caddy asks for its certificate.
SITE_ADDRESS=

# Hosts of further sites, by commas: Caddy asks for their certificates, and they are the default of OTHER_SITES.
OTHER_SITE_ADDRESSES=

# Of the PostgreSQL that compose starts, letters and figures; it makes DATABASE_URL of it.
POSTGRES_PASSWORD=

# Where backups go: a folder on another disk, copied off the machine. Default: deploy/backups.
BACKUP_FOLDER=

# ── the server ──
`;

/** The text of .env.example. `compose` is deploy/compose.yaml, which sets some variables by itself. */
export function environmentForm({ handbook, compose }: { handbook: string; compose: string }): string {
  const needed = neededForRealMoney();
  const rows = readVariableRows({ handbook, title: 'Variables of the server' });
  const rowOf = (name: string | undefined) => rows.find(({ names }) => name !== undefined && names.includes(name));
  const lines = variableNames.map((name, index) => {
    const row = rowOf(name);
    if (!row) throw new Error(`${name} is not documented in docs/operations.md`);
    const words = (row.defaults[row.names.indexOf(name)] ?? row.defaults.join(', ')).replaceAll('`', '');
    const facts = [
      `Default: ${formatDefault(name, words)}.`,
      ...(needed.includes(name) ? ['Required when taking real money.'] : []),
      ...(compose.includes(`\${${name}:`) ? [] : ['Set by compose.']),
    ];
    // Variables of one row share its explanation, which is written once.
    const meaning = row === rowOf(variableNames[index - 1]) ? '' : `\n# ${row.meaning}\n`;
    return `${meaning}# ${facts.join(' ')}\n${name}=\n`;
  });
  return head + lines.join('');
}
