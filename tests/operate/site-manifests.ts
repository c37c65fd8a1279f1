import path from 'node:path';
import { renderSite } from '../../scripts/manifests/render-site.ts';
import type { Rule } from './alarms/rules.ts';

export type Labels = Record<string, string>;
export type Probe = { httpGet: { path: string; port: string } };
type Container = {
  name: string;
  image: string;
  command: string[];
  ports?: { name: string; containerPort: number }[];
  envFrom: Record<string, { name: string }>[];
  env?: unknown[];
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
type Traffic = { ports: { port: number }[] };
type Manifest = {
  kind: string;
  metadata: { name: string; labels?: Labels; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec: {
    replicas?: number;
    minReplicas?: number;
    maxReplicas?: number;
    scaleTargetRef?: { name: string };
    strategy?: { rollingUpdate: { maxUnavailable: number; maxSurge: number } };
    selector?: Labels & { matchLabels?: Labels };
    template?: { metadata: { labels: Labels }; spec: Pod };
    minAvailable?: number;
    ports?: { name: string; port: number; targetPort: string }[];
    listeners?: { name: string; protocol: string; hostname?: string }[];
    hostnames?: string[];
    parentRefs?: object[];
    rules?: { timeouts?: { request: string } }[];
    podMetricsEndpoints?: { port: string }[];
    groups?: { rules: Rule[] }[];
    ingress?: Traffic[];
    egress?: Traffic[];
    imageName?: string;
    instances?: number;
    podSelector?: { matchLabels: Labels };
    plugins?: { name: string }[];
    retentionPolicy?: string;
    configuration?: { s3Credentials: { secretAccessKey: { name: string } } };
    postgresql?: {
      parameters: Record<string, string>;
      synchronous: { number: number; dataDurability: string };
    };
  };
};

/** The resources of an overlay in deploy/kubernetes/overlays, grouped as tests need them. */
export function openSiteManifests(size: string) {
  const folder = path.resolve(import.meta.dirname, '../../deploy/kubernetes/overlays', size);
  const resources = renderSite(folder) as unknown as Manifest[];
  const pods = resources.flatMap(({ kind, metadata, spec }) =>
    spec?.template
      ? [{ name: `${kind} ${metadata.name}`, labels: spec.template.metadata.labels, ...spec.template.spec }]
      : [],
  );
  return {
    resources,
    ofKind: (kind: string) => resources.filter((resource) => resource.kind === kind),
    pods,
    containers: pods.flatMap((pod) => pod.containers.map((container) => ({ pod, ...container }))),
  };
}
