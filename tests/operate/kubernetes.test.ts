import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseConfig, variableNames } from '#server/config.ts';
import { neededForRealMoney } from '../../scripts/environment/environment-form.ts';
import { pinImage, pinnable } from '../../scripts/manifests/pin-image.ts';
import { type Rule, readRules } from './alarms/rules.ts';
import { type Labels, openSiteManifests } from './site-manifests.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { stringData: secret } = parse(read('deploy/kubernetes/secret.example.yaml')) as {
  stringData: Record<string, string>;
};
const isSecret = /SECRET|_KEYS?$|TOKEN|PASSWORD|DATABASE_URL|SMTP_URL|ACCOUNT_SID/;

const incidents = read('docs/incidents.md');
/** Alarms whose link leads to no place in docs/incidents.md. */
const withoutRunbook = ({ alert, annotations }: Rule) =>
  annotations.runbook_url === `{{ $externalLabels.runbooks }}#:~:text=${alert}` && incidents.includes(`\`${alert}\``)
    ? []
    : [alert];

describe.each(['small', 'large'])('a %s site on Kubernetes', (size) => {
  const site = openSiteManifests(size);
  const { ofKind, pods, containers } = site;
  const configuration = ofKind('ConfigMap')[0]?.data ?? {};
  const [cluster] = ofKind('Cluster');

  it('is given every variable once, secrets apart, and all that the server and real money need', () => {
    const given = [...Object.keys(configuration), ...Object.keys(secret)];
    expect(given.toSorted()).toEqual([...variableNames].toSorted());
    expect(Object.keys(configuration).filter((name) => isSecret.test(name))).toEqual([]);
    expect(parseConfig({ ...configuration, ...secret })).toMatchObject({
      PAYMENT_GATEWAY: 'braintree',
      RUN_JOBS: false,
    });
    // Values that only the seller can know are empty; the server refuses to start without them.
    const empty = neededForRealMoney().filter((name) => !(configuration[name] || secret[name]));
    expect(empty.filter((name) => !/^SELLER_|^SECOND_FACTOR_KEYS$/.test(name))).toEqual([]);
  });

  it('starts each process with configuration, secret and the address that the database operator writes', () => {
    expect(containers.map(({ name }) => name).toSorted()).toEqual(['app', 'migrate', 'worker']);
    const secretKeyRef = { name: `${cluster?.metadata.name}-app`, key: 'uri' };
    for (const { name, envFrom, env } of containers) {
      expect(envFrom, name).toEqual([{ configMapRef: { name: 'evenkeel' } }, { secretRef: { name: 'evenkeel' } }]);
      expect(env, name).toEqual([{ name: 'DATABASE_URL', valueFrom: { secretKeyRef } }]);
    }
  });

  it('runs every image by a digest that one command fills in, all zeros until then', () => {
    const images = [...containers.map(({ image }) => image), String(cluster?.spec.imageName)];
    expect(images).toHaveLength(4);
    for (const image of images) expect(image).toMatch(/^[\w./-]+@sha256:0{64}$/);
    expect(new Set(containers.map(({ image }) => image)).size).toBe(1);
  });

  it('probes health on ports that are open and match the configuration', () => {
    const probes = containers.flatMap((container) =>
      Object.entries(container).flatMap(([key, value]) =>
        key.endsWith('Probe') ? [{ container, ...(value as { httpGet: { port: string } }).httpGet }] : [],
      ),
    );
    expect(probes).toHaveLength(5);
    for (const { container, port } of probes)
      expect(container.ports?.find(({ name }) => name === port)?.containerPort).toBe(
        Number(configuration[port === 'http' ? 'PORT' : 'METRICS_PORT']),
      );
  });

  it('gives a stopping pod time to finish its requests', () => {
    const { DRAIN_SECONDS, PAYMENT_TIMEOUT_SECONDS } = parseConfig({ ...configuration, ...secret });
    const stopping = pods.filter(({ terminationGracePeriodSeconds }) => terminationGracePeriodSeconds !== undefined);
    expect(stopping).toHaveLength(2);
    for (const {
      terminationGracePeriodSeconds: grace,
      containers: [container],
    } of stopping)
      expect(Number(grace) - (container?.lifecycle?.preStop.sleep.seconds ?? 0)).toBeGreaterThanOrEqual(
        DRAIN_SECONDS + PAYMENT_TIMEOUT_SECONDS + 5,
      );
  });

  it('changes releases without a gap, and survives the loss of one pod', () => {
    const scaler = ofKind('HorizontalPodAutoscaler')[0];
    for (const { metadata, spec } of ofKind('Deployment')) {
      expect(spec.strategy?.rollingUpdate, metadata.name).toEqual({ maxUnavailable: 0, maxSurge: 1 });
      const scaled = scaler?.spec.scaleTargetRef?.name === metadata.name ? scaler.spec.minReplicas : undefined;
      expect(
        [spec.replicas, scaled].filter((count) => count !== undefined),
        metadata.name,
      ).toHaveLength(1);
      const replicas = spec.replicas ?? scaled ?? 0;
      expect(spec.selector?.matchLabels, metadata.name).toEqual(spec.template?.metadata.labels);
      const budget = ofKind('PodDisruptionBudget').find((each) => each.metadata.name === metadata.name);
      expect(budget?.spec.selector?.matchLabels, metadata.name).toEqual(spec.template?.metadata.labels);
      expect(budget?.spec.minAvailable, metadata.name).toBeGreaterThanOrEqual(1);
      expect(budget?.spec.minAvailable, metadata.name).toBeLessThan(replicas);
    }
    expect(ofKind('Deployment')).toHaveLength(2);
  });

  it('opens no more connections than its database allows, during a rollout too', () => {
    const { DATABASE_POOL_SIZE: pool, JOB_CONCURRENCY: jobs } = parseConfig({ ...configuration, ...secret });
    const most = (name: string) =>
      ofKind('HorizontalPodAutoscaler').find(({ spec }) => spec.scaleTargetRef?.name === name)?.spec.maxReplicas ??
      ofKind('Deployment').find(({ metadata }) => metadata.name === name)?.spec.replicas ??
      0;
    const asked = (pool + 1) * (most('evenkeel-app') + 1) + (jobs + 3 + pool) * (most('evenkeel-worker') + 1);
    expect(asked).toBeLessThanOrEqual(Number(cluster?.spec.postgresql?.parameters['max_connections']) - 10);
  });

  it('has a commit confirmed by a standby', () => {
    const { instances = 0, postgresql } = cluster?.spec ?? {};
    expect(instances).toBeGreaterThan(postgresql?.synchronous.number ?? 9);
    expect(postgresql?.synchronous.dataDurability).toBe(instances > 2 ? 'required' : 'preferred');
  });

  it('gives no process more rights than it needs', () => {
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
    expect(ofKind('Namespace').map(({ metadata }) => metadata.labels)).toEqual([
      { 'pod-security.kubernetes.io/enforce': 'restricted' },
    ]);
  });

  it('routes callers to the app only, under the hosts of its sites and by https, for as long as a payment may take', () => {
    const service = ofKind('Service').find(({ metadata }) => metadata.name === 'evenkeel-app');
    const listeners = ofKind('Gateway').flatMap(({ spec }) => spec.listeners ?? []);
    const [route, redirect, ...others] = ofKind('HTTPRoute').map(({ spec }) => spec);
    expect(others).toEqual([]);
    const { sites, PAYMENT_TIMEOUT_SECONDS } = parseConfig({ ...configuration, ...secret });
    const hosts = sites.all.map(({ origin }) => new URL(origin).hostname);
    const secure = listeners.filter(({ protocol }) => protocol === 'HTTPS');
    expect(secure.map(({ hostname }) => hostname)).toEqual(hosts);
    expect(route?.hostnames).toEqual(hosts);
    expect(route?.parentRefs).toEqual(secure.map(({ name }) => ({ name: 'evenkeel', sectionName: name })));
    expect(route?.rules).toEqual([
      {
        backendRefs: [{ name: service?.metadata.name, port: service?.spec.ports?.[0]?.port }],
        timeouts: { request: expect.stringMatching(/^\d+s$/) },
      },
    ]);
    expect(Number.parseInt(String(route?.rules?.[0]?.timeouts?.request))).toBeGreaterThanOrEqual(
      PAYMENT_TIMEOUT_SECONDS,
    );
    expect(redirect).toMatchObject({
      parentRefs: [{ sectionName: listeners.find(({ protocol }) => protocol === 'HTTP')?.name }],
      rules: [{ filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https' } }] }],
    });
    const matches = (labels: Labels) => Object.entries(service?.spec.selector ?? {}).every(([k, v]) => labels[k] === v);
    expect(pods.filter(({ labels }) => matches(labels)).map(({ name }) => name)).toEqual(['Deployment evenkeel-app']);
  });

  it('has the metrics of app, worker and database scraped, and alarms when its database is not copied', () => {
    const [server, database] = ofKind('PodMonitor').map(({ spec }) => spec);
    const { matchLabels = {} } = server?.selector ?? {};
    expect(matchLabels).toEqual({ 'app.kubernetes.io/name': 'evenkeel' });
    for (const { metricsPort } of [server, database].flatMap((spec) =>
      (spec?.podMetricsEndpoints ?? []).map(({ port }) => ({ metricsPort: port })),
    ))
      expect(metricsPort).toBe('metrics');
    const serving = containers.filter(({ ports = [] }) => ports.some(({ name }) => name === 'metrics'));
    expect(serving.map(({ name }) => name).toSorted()).toEqual(['app', 'worker']);
    expect(database?.selector?.matchLabels).toEqual({ 'cnpg.io/cluster': cluster?.metadata.name });
    const rules = ofKind('PrometheusRule').flatMap(({ spec }) => spec.groups?.flatMap((group) => group.rules) ?? []);
    expect(rules.map(({ alert }) => alert)).toEqual(['DatabaseNotBackedUp', 'DatabaseNotArchived']);
    expect(rules.flatMap(withoutRunbook)).toEqual([]);
  });

  it('allows only the needed traffic: the site, metrics, names, database, mail, https, traces', () => {
    const ports = (name: string, way: 'ingress' | 'egress') =>
      ofKind('NetworkPolicy')
        .filter(({ metadata }) => metadata.name === name)
        .flatMap(({ spec }) => spec[way] ?? [])
        .flatMap(({ ports: each }) => each.map(({ port }) => port));
    expect(ports('evenkeel', 'ingress')).toEqual([3000, 9464]);
    expect(ports('evenkeel-returned-mail', 'ingress')).toEqual([Number(configuration['BOUNCE_SMTP_PORT'])]);
    expect(ports('evenkeel', 'egress')).toEqual([53, 53, 5432, 465, 587, 443, 4318]);
    expect(new Set(ports('evenkeel-database', 'ingress'))).toEqual(new Set([5432, 8000, 9187]));
    expect(new Set(ports('evenkeel-database', 'egress'))).toEqual(new Set([53, 5432, 8000, 443, 6443]));
    for (const { pod } of containers) expect(pod.labels['app.kubernetes.io/name'], pod.name).toBe('evenkeel');
    const callers = JSON.stringify(
      ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === 'evenkeel-database')?.spec.ingress?.[0],
    );
    expect(callers).toContain('{"app.kubernetes.io/name":"evenkeel"}');
  });

  it('accepts bounces at its workers only, and from the mail server only', () => {
    const named = (kind: string) =>
      ofKind(kind).find(({ metadata }) => metadata.name === 'evenkeel-returned-mail')?.spec;
    const worker = containers.find(({ name }) => name === 'worker');
    const { BOUNCE_DOMAIN, BOUNCE_SMTP_PORT } = parseConfig({ ...configuration, ...secret });
    expect(BOUNCE_DOMAIN).toBe('bounces.example.com');
    const target = named('Service')?.ports?.[0]?.targetPort;
    expect(worker?.ports?.find(({ name }) => name === target)?.containerPort).toBe(BOUNCE_SMTP_PORT);
    expect(named('Service')?.selector).toEqual(worker?.pod.labels);
    expect(named('NetworkPolicy')?.podSelector?.matchLabels).toEqual(worker?.pod.labels);
    expect(JSON.stringify(named('NetworkPolicy')?.ingress)).toContain('"kubernetes.io/metadata.name":"mail"');
    for (const { name, ports = [] } of containers.filter((each) => each.name !== 'worker'))
      expect(
        ports.map((port) => port.name),
        name,
      ).not.toContain(target);
  });

  it('archives every change of its database and copies it each night, for 35 days', () => {
    const [store, ...others] = ofKind('ObjectStore');
    const [backup] = ofKind('ScheduledBackup');
    expect(others).toEqual([]);
    const [plugin] = cluster?.spec.plugins ?? [];
    expect(plugin).toEqual({
      name: 'barman-cloud.cloudnative-pg.io',
      isWALArchiver: true,
      parameters: { barmanObjectName: store?.metadata.name },
    });
    expect(backup?.spec).toMatchObject({
      cluster: { name: cluster?.metadata.name },
      method: 'plugin',
      pluginConfiguration: { name: plugin?.name },
      schedule: expect.stringMatching(/^0 \d+ \d+ \* \* \*$/),
    });
    expect(read('docs/operations.md')).toContain('| 35 days, so that deleted data is gone from them by then');
    expect(store?.spec.retentionPolicy).toBe('35d');
    expect(store?.spec.configuration?.s3Credentials.secretAccessKey.name).toBe('evenkeel-backups');
  });

  it('can be applied in parts: independent resources, then the migration, then the processes', () => {
    for (const name of ['app', 'worker', 'migrate']) {
      const owner = site.resources.find(
        ({ kind, metadata }) => /^(Deployment|Job)$/.test(kind) && metadata.name === `evenkeel-${name}`,
      );
      expect(owner?.metadata.labels?.['app.kubernetes.io/component']).toBe(name);
    }
  });
});

it('every alarm leads to what to do', () => {
  expect(readRules().flatMap(withoutRunbook)).toEqual([]);
});

it('the alarms become a resource of the Prometheus operator by the documented command', () => {
  const command = /\n {4}(\{ .*alarms\.yaml; \}) \| kubectl/.exec(read('docs/watching.md'))?.[1] ?? '';
  const text = execFileSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' });
  expect(parse(text)).toEqual({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'evenkeel' },
    spec: parse(read('deploy/prometheus/alarms.yaml')) as object,
  });
});

it('a kustomization names every file in its folder', () => {
  const folders = globSync('deploy/kubernetes/**/kustomization.yaml', { cwd: root }).map((file) => path.dirname(file));
  expect(folders).toHaveLength(8);
  for (const folder of folders) {
    const files = globSync(`${folder}/*.{yaml,env}`, { cwd: root }).map((file) => path.basename(file));
    const text = read(`${folder}/kustomization.yaml`);
    expect(files.filter((name) => name !== 'kustomization.yaml' && !text.includes(name))).toEqual([]);
  }
});

describe('the image of a release', () => {
  const digest = `sha256:${'4f'.repeat(32)}`;

  it.each(Object.entries(pinnable))('%s is written into the file that all sites share', (name, file) => {
    const result = pinImage({ text: read(file), name, image: `registry.example:5000/team/${name}@${digest}` });
    expect(result.outcome === 'pinned' && (parse(result.text) as { images: unknown }).images).toEqual([
      { name, newName: `registry.example:5000/team/${name}`, digest },
    ]);
  });

  it.each([
    'registry.example/evenkeel:1.2',
    `evenkeel@sha256:${'0'.repeat(64)}`,
    `r/evenkeel@sha256:${'0'.repeat(64)}`,
    '',
  ])('a tag, zeros and a name without registry pin nothing: "%s"', (image) => {
    const text = read('deploy/kubernetes/image/kustomization.yaml');
    expect(pinImage({ text, name: 'evenkeel', image }).outcome).toBe('refused');
  });
});
