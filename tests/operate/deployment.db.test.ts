import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig, variableNames } from '#server/config.ts';
import { operatorPaths } from '#server/telemetry/serve-metrics.ts';
import { openSite } from '../setup/site.ts';
import { openSiteManifests, type Probe } from './site-manifests.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const { ofKind, containers } = openSiteManifests('small');
const { stringData: secret } = parse(read('deploy/kubernetes/secret.example.yaml')) as {
  stringData: Record<string, string>;
};

type Service = {
  image?: string;
  volumes?: string[];
  ports?: string[];
  build?: { args?: Record<string, string> };
  command?: string[];
  environment: Record<string, string>;
  stop_grace_period: string;
};
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as { services: Record<string, Service> };
const composed = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);

const fill = (value: string): string =>
  value.replaceAll(/\$\{\w+:([?-])([^{}]*)\}/g, (_form, kind: string, otherwise: string) =>
    kind === '?' ? 'x'.repeat(40) : otherwise,
  );

/** Filled in as by an operator; defaults stay. Twice, because a default may contain another variable. */
const filled = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(fill(value))]));

/** Needed where texts are sent, which compose does unless it is told otherwise. */
const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+12025550123' };

/** The environment of the processes: configuration and secrets together. */
const given: Record<string, Record<string, string>> = {
  'deploy/kubernetes': { ...ofKind('ConfigMap')[0]?.data, ...secret },
  'deploy/compose.yaml': { ...filled(composed[0]?.[1].environment ?? {}), ...twilio },
};

const isOperators = (url: string) => Object.values<string>(operatorPaths).includes(url);

describe('what deploys the application', () => {
  it('is valid YAML, all of it', () => {
    const all = globSync('deploy/**/*.yaml', { cwd: root });
    expect(all.length).toBeGreaterThan(8);
    for (const file of all) {
      const faults = parseAllDocuments(read(file), { merge: true }).flatMap(({ errors, warnings }) => [
        ...errors,
        ...warnings,
      ]);
      expect(faults, file).toEqual([]);
    }
  });

  it.each(Object.keys(given))(
    'O1: %s passes on every variable of the handbook, and mail has a sender that can be trusted',
    (where) => {
      const environment = given[where] ?? {};
      expect(Object.keys(environment).toSorted()).toEqual([...variableNames].toSorted());
      expect(() => parseConfig({ ...environment, MAIL_FROM: '' })).toThrow(/MAIL_FROM is required/);
      expect(() => parseConfig({ ...environment, DKIM_DOMAIN: 'example.com' })).toThrow(/must be set together/);
      expect(() => parseConfig({ ...environment, LIST_UNSUBSCRIBE: 'nobody' })).toThrow(/LIST_UNSUBSCRIBE/);
      expect(() => parseConfig({ ...environment, SELLER_AU: 'Us | Here | 12' })).toThrow(/SELLER_AU/);
      expect(() => parseConfig({ ...environment, BRAINTREE_ENVIRONMENT: 'production' })).toThrow(/SELLER_US/);
      expect(() => parseConfig({ ...environment, TWILIO_FROM: '' })).toThrow(/SMS_PROVIDER=twilio: TWILIO_FROM/);
      const without = Object.fromEntries(Object.keys(twilio).map((name) => [name, '']));
      expect(parseConfig({ ...environment, ...without, SMS_PROVIDER: 'none' }).SMS_PROVIDER).toBe('none');
      const signed = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'mail', DKIM_PRIVATE_KEY: 'a\\nb' };
      expect(parseConfig({ ...environment, ...signed }).dkim).toEqual({
        domainName: 'example.com',
        keySelector: 'mail',
        privateKey: 'a\nb',
      });
      expect(parseConfig(environment).dkim).toBeNull();
    },
  );

  it.each(Object.keys(given))('%s gives the server only variables that it knows, and all that it needs', (where) => {
    const environment = given[where] ?? {};
    expect(Object.keys(environment).filter((name) => !variableNames.includes(name))).toEqual([]);
    const config = parseConfig(environment);
    expect(config).toMatchObject({
      NODE_ENV: 'production',
      PAYMENT_GATEWAY: 'braintree',
      RUN_JOBS: false,
      secureCookies: true,
    });
    expect(environment).toMatchObject({
      TRUST_PROXY: expect.any(String),
      SMTP_URL: expect.any(String),
      SMS_PROVIDER: 'twilio',
    });
    for (const name of ['DATABASE_URL', 'APP_SECRET', 'BRAINTREE_PRIVATE_KEY']) {
      const { [name]: _missing, ...rest } = environment;
      expect(() => parseConfig(rest), name).toThrow(/Configuration/);
    }
  });

  it('keeps secrets out of the compose file', () => {
    const secretName = /SECRET|_KEY$|TOKEN|PASSWORD|DATABASE_URL|SMTP_URL|ACCOUNT_SID/;
    const secrets = composed.flatMap(([name, { environment }]) =>
      Object.entries(environment).flatMap(([key, value]) => (secretName.test(key) ? [[`${name} ${key}`, value]] : [])),
    );
    expect(secrets.length).toBeGreaterThan(5);
    for (const [variable, value] of secrets) expect(value, variable).toMatch(/\$\{\w+:[?-]\}/);
  });

  it('runs only files that exist and are in the image', () => {
    const image = read('deploy/Containerfile');
    const copied = [...image.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, name = '']) => name);
    const commands = [
      ...containers.map(({ command }) => command),
      ...composed.flatMap(([, { command }]) => (command ? [command] : [])),
    ];
    const own = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]') as string[];
    expect(commands.length).toBeGreaterThan(4);
    for (const [program, ...words] of [own, ...commands]) {
      expect(program).toBe('node');
      const [file = ''] = words.filter((word) => !word.startsWith('--'));
      const flags = words.slice(0, words.indexOf(file));
      expect(spawnSync(process.execPath, [...flags, '--eval', '']).status, flags.join(' ')).toBe(0);
      expect(existsSync(path.join(root, file)), file).toBe(true);
      expect(
        copied.some((folder) => file.startsWith(`${folder}/`)),
        file,
      ).toBe(true);
    }
    // Built files exist only after a build; all others must be in the repository.
    for (const name of copied.filter((each) => !/^(beside|dist)\b/.test(each)))
      expect(existsSync(path.join(root, name)), name).toBe(true);
  });

  /**
   * Pinned by digest, because a tag can be moved to another image. Digests of third-party images are required
   * variables, set for each release.
   */
  const isPinned = (image: string) =>
    /^[\w./-]+(:[\w.-]+)?@sha256:([0-9a-f]{64}|\$\{[A-Z]+_SHA256(:\?)?\})$/.test(image);

  it('runs no image by its tag alone: each names a digest, and without one nothing is built or started', () => {
    const bases = [...read('deploy/Containerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
    const services = Object.values(compose.services).flatMap(({ image }) => (image === undefined ? [] : [image]));
    const all = [...bases, ...services, ...containers.map(({ image }) => image)];
    expect(all).toHaveLength(9);
    expect(all.filter((image) => !isPinned(image))).toEqual([]);
    expect(['node:26-slim', 'postgres:18@sha256:', 'caddy:2@sha256:latest'].filter(isPinned)).toEqual([]);
    // An empty digest is not accepted either: compose refuses it, and the build has no default.
    expect(services.every((image) => image.endsWith(':?}'))).toBe(true);
    expect(read('deploy/Containerfile')).toMatch(/^ARG NODE_SHA256$/m);
    const asked = [...read('deploy/images.env.example').matchAll(/^(\w+)=$/gm)].map(([, name]) => name);
    expect(asked).toEqual([
      ...new Set([...read('deploy/compose.yaml').matchAll(/\$\{(\w+_SHA256):\?\}/g)].map(([, name]) => name)),
    ]);
    expect(composed.every(([, { build }]) => build?.args?.['NODE_SHA256'] === '${NODE_SHA256:?}')).toBe(true);
  });

  it('probes health where it is served', async () => {
    const { app } = await openSite();
    for (const container of containers)
      for (const [key, probe] of Object.entries(container))
        if (key.endsWith('Probe')) {
          const { path: url, port } = (probe as Probe).httpGet;
          const served = port === 'http' ? app.hasRoute({ method: 'GET', url }) : isOperators(url);
          expect(served, `${container.name} ${key} ${url}`).toBe(true);
        }
    expect(app.hasRoute({ method: 'GET', url: '/.well-known/security.txt' })).toBe(true);
    expect(read('deploy/Caddyfile')).toContain('health_uri /readyz');
    expect(read('deploy/Containerfile')).toContain("'/readyz'");
  });

  it('gives a stopping process time to finish its requests', () => {
    const { DRAIN_SECONDS, PAYMENT_TIMEOUT_SECONDS } = parseConfig(given['deploy/compose.yaml'] ?? {});
    const graces = composed.map(([, service]) => Number.parseInt(service.stop_grace_period, 10));
    expect(graces.length).toBeGreaterThan(1);
    expect(Math.min(...graces)).toBeGreaterThanOrEqual(DRAIN_SECONDS + PAYMENT_TIMEOUT_SECONDS + 5);
  });

  it('O25: bounds memory and logs of all that compose starts, and reserves for an app what was measured', () => {
    for (const [name, service] of Object.entries(compose.services))
      expect([name, service], name).toEqual([
        name,
        expect.objectContaining({
          mem_limit: expect.stringMatching(/^\d+[mg]$/),
          logging: { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
        }),
      ]);
    const [, measured = ''] =
      /memory of an app under a hundred people \| \d+ to (\d+) MiB/.exec(read('docs/capacity.md')) ?? [];
    const reserved = /memory: (\d+)Mi \}, limits/.exec(read('deploy/kubernetes/base/app.yaml'))?.[1];
    expect(Number(reserved)).toBeGreaterThan(Number(measured));
  });

  it('O9: backs up the database that compose starts into one folder, for 35 days, from which it restores', () => {
    const folder = '${BACKUP_FOLDER:-./backups}:/backups';
    const using = Object.entries(compose.services).flatMap(([name, { volumes = [] }]) =>
      volumes.filter((volume) => volume.startsWith(folder)).map((volume) => [name, volume]),
    );
    expect(using).toEqual([
      ['database', `${folder}:ro`],
      ['backup', folder],
      ['restore', `${folder}:ro`],
    ]);
    expect(spawnSync('sh', ['-n', 'deploy/backup.sh'], { cwd: root }).status).toBe(0);
    expect(spawnSync('sh', ['-n', 'deploy/restore.sh'], { cwd: root }).status).toBe(0);
    expect(read('deploy/backup.sh')).toContain('-mtime +35');
    expect(read('docs/operations.md')).toContain('| 35 days, so that deleted data is gone from them by then');
  });

  it('publishes the proxy, and to this machine alone the port for bounces; runs as an ordinary user', () => {
    const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port]),
    );
    expect(published).toEqual([
      ['worker', '127.0.0.1:2525:${BOUNCE_SMTP_PORT:-2525}'],
      ['proxy', '80:80'],
      ['proxy', '443:443'],
    ]);
    expect(read('deploy/Containerfile')).toMatch(/^USER node$/m);
  });
});
