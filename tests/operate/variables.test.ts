import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultOf, variableNames } from '#server/config.ts';
import { environmentForm, neededForRealMoney, readVariableRows } from '../../scripts/environment/environment-form.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');

const handbook = read('docs/operations.md');
const documented = (title: string) => readVariableRows({ handbook, title }).flatMap(({ names }) => names);

describe('variables of the environment', () => {
  it('are all documented in docs/operations.md, and none that the server does not know', () => {
    expect(documented('Variables of the server').sort()).toEqual([...variableNames].sort());
  });

  it('of the sandbox are all documented too', () => {
    const source = read('sandbox/main.ts');
    const used = [...found(source, /env\['([A-Z_]+)'\]/g), ...found(source, /numberFrom\('([A-Z_]+)'/g)];
    expect(documented('Variables of the sandbox').sort()).toEqual(
      [...new Set(used)].filter((name) => !variableNames.includes(name)).sort(),
    );
  });

  it('have the defaults that docs/operations.md names', () => {
    const rows = readVariableRows({ handbook, title: 'Variables of the server' });
    const named = rows.flatMap(({ names, defaults }) =>
      names.flatMap((name, at) => {
        const [, value] = /^`([^`]+)`$/.exec(defaults[at] ?? '') ?? [];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named).toEqual(named.map(([name = '']) => [name, String(defaultOf(name)?.value)]));
    const required = rows.filter(({ defaults }) => defaults[0]?.startsWith('required')).flatMap(({ names }) => names);
    expect(variableNames.filter((name) => defaultOf(name) === null)).toEqual(required);
  });

  it('are in .env.example as configuration and handbook have them', () => {
    const form = read('.env.example');
    expect(form).toBe(environmentForm({ handbook, compose: read('deploy/compose.yaml') }));
    expect(found(form, /^([A-Z_]+)=$/gm)).toEqual([
      'SITE_ADDRESS',
      'OTHER_SITE_ADDRESSES',
      'POSTGRES_PASSWORD',
      'BACKUP_FOLDER',
      ...variableNames,
    ]);
  });

  it('take real money only without sandbox services: each missing one stops the start', () => {
    const gateway = /^(PAYMENT_GATEWAY|BRAINTREE_\w+)$/;
    expect(neededForRealMoney().filter((name) => !gateway.test(name))).toEqual([
      'PUBLIC_URL',
      'DATABASE_URL',
      'APP_SECRET',
      'SECOND_FACTOR_KEYS',
      'SELLER_US',
      'SMTP_URL',
      'MAIL_FROM',
      'SECURITY_CONTACT',
      'SMS_PROVIDER',
    ]);
    expect(neededForRealMoney().filter((name) => gateway.test(name))).toHaveLength(6);
  });

  it('filled into .env.example reach every process that compose starts, except those that compose sets', () => {
    const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
      services: Record<string, { build?: unknown; environment: Record<string, string> }>;
    };
    const operators = found(read('.env.example'), /^# Default: .*(?<!Set by compose\.)\n([A-Z_]+)=$/gm);
    expect(operators.length).toBeGreaterThan(45);
    const processes = Object.values(compose.services).filter(({ build }) => build !== undefined);
    expect(processes.length).toBeGreaterThan(3);
    for (const { environment } of processes)
      expect(operators.filter((name) => !environment[name]?.startsWith(`\${${name}:`))).toEqual([]);
  });
});
