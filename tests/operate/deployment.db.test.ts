import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig, variableNames } from '#server/config.ts';
import { operatorPaths } from '#server/telemetry/serve-metrics.ts';
import { openSite } from '../setup/site.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

type Probe = { httpGet: { path: string; port: string } };
type Container = {
  name: string;
  image: string;
  command: string[];
  ports?: { name: string; containerPort: number }[];
  envFrom: Record<string, { name: string }>[];
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  securityContext: Record<string, unknown>;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  [probe: `${string}Probe`]: Probe;
};
type Pod = {
  securityContext: Record<string, unknown>;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  containers: Container[];
};
type Labels = Record<string, string>;
type Manifest = {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec: {
    replicas?: number;
    strategy?: { rollingUpdate: { maxUnavailable: number; maxSurge: number } };
    selector?: Labels & { matchLabels?: Labels };
    template?: { metadata: { labels: Labels }; spec: Pod };
    minAvailable?: number;
    ports?: { name: string; port: number; targetPort: string }[];
    rules?: { http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] } }[];
    ingress?: { ports: { port: number }[] }[];
  };
};

const files = globSync('deploy/kubernetes/*.yaml', { cwd: root });
const manifests = files.flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest));
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const pods = manifests.flatMap(({ kind, metadata, spec }) =>
  spec?.template
    ? [{ name: `${kind} ${metadata.name}`, labels: spec.template.metadata.labels, ...spec.template.spec }]
    : [],
);
const containers = pods.flatMap((pod) => pod.containers.map((container) => ({ pod, ...container })));

type Service = {
  image?: string;
  build?: { args?: Record<string, string> };
  command?: string[];
  environment: Record<string, string>;
  stop_grace_period: string;
};
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as { services: Record<string, Service> };
const composed = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);

/** As an operator fills it in; what the form has already stays. */
const filled = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+:([?-])([^}]*)\}/g, (_form, kind: string, otherwise: string) =>
        kind === '?' ? 'x'.repeat(40) : otherwise,
      ),
    ]),
  );

/** What the processes are given: configuration and secrets together. */
const given: Record<string, Record<string, string>> = {
  'deploy/kubernetes': { ...ofKind('ConfigMap')[0]?.data, ...ofKind('Secret')[0]?.stringData },
  'deploy/compose.yaml': filled(composed[0]?.[1].environment ?? {}),
};

describe('what deploys the application', () => {
  it('is YAML that can be read, all of it', () => {
    const all = globSync('deploy/**/*.yaml', { cwd: root });
    expect(all.length).toBeGreaterThan(8);
    for (const file of all) {
      const faults = parseAllDocuments(read(file), { merge: true }).flatMap(({ errors, warnings }) => [
        ...errors,
        ...warnings,
      ]);
      expect(faults, file).toEqual([]);
    }
    const { resources } = parse(read('deploy/kubernetes/kustomization.yaml')) as { resources: string[] };
    const apart = ['kustomization.yaml', 'migrate.yaml', 'secret.example.yaml'];
    expect([...resources, ...apart].toSorted()).toEqual(files.map((file) => path.basename(file)).toSorted());
  });

  it.each(Object.keys(given))(
    'O3: %s passes every variable of the handbook on, and mail has a sender that can be trusted',
    (where) => {
      const environment = given[where] ?? {};
      expect(Object.keys(environment).toSorted()).toEqual([...variableNames].toSorted());
      expect(() => parseConfig({ ...environment, MAIL_FROM: '' })).toThrow(/MAIL_FROM is needed/);
      expect(() => parseConfig({ ...environment, DKIM_DOMAIN: 'example.com' })).toThrow(/needed together/);
      expect(() => parseConfig({ ...environment, LIST_UNSUBSCRIBE: 'nobody' })).toThrow(/LIST_UNSUBSCRIBE/);
      expect(() => parseConfig({ ...environment, SELLER_AU: 'Us | Here | 12' })).toThrow(/SELLER_AU/);
      expect(() => parseConfig({ ...environment, BRAINTREE_ENVIRONMENT: 'production' })).toThrow(/SELLER_US/);
      const signed = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'mail', DKIM_PRIVATE_KEY: 'a\\nb' };
      expect(parseConfig({ ...environment, ...signed }).dkim).toEqual({
        domainName: 'example.com',
        keySelector: 'mail',
        privateKey: 'a\nb',
      });
      expect(parseConfig(environment).dkim).toBeNull();
    },
  );

  it.each(Object.keys(given))('%s gives the server variables that it knows, and all that it needs', (where) => {
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

  it('keeps secrets out of what is not secret, and gives both to every process', () => {
    const secret = /SECRET|_KEY$|TOKEN|PASSWORD|DATABASE_URL|SMTP_URL|ACCOUNT_SID/;
    expect(Object.keys(ofKind('ConfigMap')[0]?.data ?? {}).filter((name) => secret.test(name))).toEqual([]);
    for (const { name, envFrom } of containers)
      expect(envFrom, name).toEqual([{ configMapRef: { name: 'evenkeel' } }, { secretRef: { name: 'evenkeel' } }]);
    for (const [name, { environment }] of composed)
      for (const [variable, value] of Object.entries(environment).filter(([key]) => secret.test(key)))
        expect(value, `${name} ${variable}`).toMatch(/\$\{\w+:[?-]\}/);
  });

  it('runs files that there are and that the image holds', () => {
    const image = read('deploy/Containerfile');
    const copied = [...image.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, name = '']) => name);
    const commands = [
      ...containers.map(({ command }) => command),
      ...composed.flatMap(([, { command }]) => (command ? [command] : [])),
    ];
    const own = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]') as string[];
    expect(commands.length).toBeGreaterThan(4);
    for (const [program, file = ''] of [own, ...commands]) {
      expect(program).toBe('node');
      expect(existsSync(path.join(root, file)), file).toBe(true);
      expect(
        copied.some((folder) => file.startsWith(`${folder}/`)),
        file,
      ).toBe(true);
    }
    // What is built comes from the build; the rest stands in the repository.
    for (const name of copied.filter((each) => !/^(node_modules|generated|dist)\b/.test(each)))
      expect(existsSync(path.join(root, name)), name).toBe(true);
  });

  /**
   * A tag can be moved to another image. The digests of other people's images are values of a release, required, and of
   * one form.
   */
  const isPinned = (image: string) =>
    /^[\w./-]+(:[\w.-]+)?@sha256:([0-9a-f]{64}|\$\{[A-Z]+_SHA256(:\?)?\})$/.test(image);

  it('O6 runs no image by its tag alone: each names a digest, and without one nothing is built or started', () => {
    const bases = [...read('deploy/Containerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
    const services = Object.values(compose.services).flatMap(({ image }) => (image === undefined ? [] : [image]));
    const { images } = parse(read('deploy/kubernetes/kustomization.yaml')) as {
      images: { newName: string; newTag?: string; digest: string }[];
    };
    const own = images.map(({ newName, digest }) => `${newName}@${digest}`);
    const [migrate] = ofKind('Job').flatMap(({ spec }) => spec.template?.spec.containers ?? []);
    const all = [...bases, ...services, ...own, migrate?.image ?? ''];
    expect(all).toHaveLength(6);
    expect(all.filter((image) => !isPinned(image))).toEqual([]);
    expect(images.filter(({ newTag }) => newTag !== undefined)).toEqual([]);
    expect(['node:26-slim', 'postgres:18@sha256:', 'caddy:2@sha256:latest'].filter(isPinned)).toEqual([]);
    // An empty value is no digest either: compose refuses it, and the build has no default.
    expect(services.every((image) => image.endsWith(':?}'))).toBe(true);
    expect(read('deploy/Containerfile')).toMatch(/^ARG NODE_SHA256$/m);
    const asked = [...read('deploy/images.env.example').matchAll(/^(\w+)=$/gm)].map(([, name]) => name);
    expect(asked).toEqual([
      ...new Set([...read('deploy/compose.yaml').matchAll(/\$\{(\w+_SHA256):\?\}/g)].map(([, name]) => name)),
    ]);
    expect(composed.every(([, { build }]) => build?.args?.['NODE_SHA256'] === '${NODE_SHA256:?}')).toBe(true);
  });

  it('asks for health where it is answered', async () => {
    const { app } = await openSite();
    const probes = containers.flatMap((container) =>
      Object.entries(container).flatMap(([key, value]) =>
        key.endsWith('Probe') ? [{ container, ...(value as Probe).httpGet }] : [],
      ),
    );
    expect(probes.length).toBe(5);
    for (const { container, path: url, port } of probes) {
      const number = container.ports?.find(({ name }) => name === port)?.containerPort;
      const served =
        port === 'http' ? app.hasRoute({ method: 'GET', url }) : Object.values(operatorPaths).includes(url);
      expect({ url, served, number }).toEqual({
        url,
        served: true,
        number: Number(given['deploy/kubernetes']?.[port === 'http' ? 'PORT' : 'METRICS_PORT']),
      });
    }
    expect(app.hasRoute({ method: 'GET', url: '/.well-known/security.txt' })).toBe(true);
    expect(read('deploy/Caddyfile')).toContain('health_uri /readyz');
    expect(read('deploy/Containerfile')).toContain("'/readyz'");
  });

  it('leaves a stopping process the time to answer what it has begun', () => {
    for (const [name, { DRAIN_SECONDS, PAYMENT_TIMEOUT_SECONDS }] of Object.entries(given).map(
      ([where, env]) => [where, parseConfig(env)] as const,
    )) {
      const needed = DRAIN_SECONDS + PAYMENT_TIMEOUT_SECONDS + 5;
      const graces = name.endsWith('kubernetes')
        ? pods
            .filter(({ terminationGracePeriodSeconds }) => terminationGracePeriodSeconds !== undefined)
            .map(
              (pod) =>
                Number(pod.terminationGracePeriodSeconds) - (pod.containers[0]?.lifecycle?.preStop.sleep.seconds ?? 0),
            )
        : composed.map(([, service]) => Number.parseInt(service.stop_grace_period, 10));
      expect(graces.length, name).toBeGreaterThan(1);
      expect(Math.min(...graces), name).toBeGreaterThanOrEqual(needed);
    }
  });

  it('changes releases without a gap, and survives the loss of one pod', () => {
    for (const { metadata, spec } of ofKind('Deployment')) {
      expect(spec.strategy?.rollingUpdate, metadata.name).toEqual({ maxUnavailable: 0, maxSurge: 1 });
      expect(spec.replicas, metadata.name).toBeGreaterThanOrEqual(2);
      expect(spec.selector?.matchLabels, metadata.name).toEqual(spec.template?.metadata.labels);
      const budget = ofKind('PodDisruptionBudget').find((each) => each.metadata.name === metadata.name);
      expect(budget?.spec.selector?.matchLabels, metadata.name).toEqual(spec.template?.metadata.labels);
      expect(budget?.spec.minAvailable, metadata.name).toBeLessThan(spec.replicas ?? 0);
    }
  });

  it('gives no process more rights than it needs', () => {
    expect(containers).toHaveLength(3);
    for (const { pod, ...container } of containers) {
      expect(pod.securityContext, pod.name).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(pod.automountServiceAccountToken, pod.name).toBe(false);
      expect(container.securityContext, pod.name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources, pod.name).toMatchObject({
        requests: { cpu: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
    }
    expect(read('deploy/Containerfile')).toMatch(/^USER node$/m);
  });

  it('leads callers to the app alone, and lets nobody else in', () => {
    const [service] = ofKind('Service');
    const backends = ofKind('Ingress').flatMap(({ spec }) =>
      (spec.rules ?? []).flatMap(({ http }) => http.paths.map(({ backend }) => backend.service)),
    );
    expect(backends).toEqual([{ name: service?.metadata.name, port: { name: service?.spec.ports?.[0]?.name } }]);
    expect(
      pods.filter(({ labels }) =>
        Object.entries(service?.spec.selector ?? {}).every(([name, value]) => labels[name] === value),
      ),
    ).toHaveLength(1);
    const open = ofKind('NetworkPolicy').flatMap(({ spec }) =>
      (spec.ingress ?? []).flatMap(({ ports }) => ports.map(({ port }) => port)),
    );
    expect(open).toEqual([3000, 9464]);
    expect(JSON.stringify(compose.services['proxy'])).not.toContain('9464');
  });
});
