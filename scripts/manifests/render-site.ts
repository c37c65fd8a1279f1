import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';

/** A Kubernetes resource. */
export type Resource = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: unknown;
};

type Image = { name: string; newName: string; digest: string };
type Operation = { op: 'add' | 'replace' | 'remove'; path: string; value?: unknown };
type Target = { kind: string; name?: string };

/** The supported members of kustomization.yaml; any other is refused, because it would be ignored silently. */
const members = [
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'configMapGenerator',
  'configurations',
  'images',
  'replicas',
  'patches',
];

type Kustomization = {
  resources?: string[];
  components?: string[];
  configMapGenerator?: { name: string; behavior?: 'merge'; envs: string[] }[];
  images?: Image[];
  replicas?: { name: string; count: number }[];
  patches?: { target: Target; patch: string }[];
};

function variablesOf(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  const set = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    set.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  );
}

/** Applies one JSON Patch operation (RFC 6902). The target must exist, except for `add`. */
function change(resource: Resource, { op, path: pointer, value }: Operation): void {
  const keys = pointer.slice(1).split('/');
  const last = keys.pop() ?? '';
  let parent = resource as unknown as Record<string, unknown>;
  for (const key of keys) {
    const child = parent[key];
    if (typeof child !== 'object' || child === null) throw new Error(`${resource.kind} has no ${pointer}`);
    parent = child as Record<string, unknown>;
  }
  if (op !== 'add' && !(last in parent)) throw new Error(`${resource.kind} has no ${pointer}`);
  if (op === 'remove') delete parent[last];
  else parent[last] = value;
}

/** Sets an image wherever it is named: in the containers of pods, and in a cluster of databases. */
function setImage(value: unknown, image: Image): void {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const [key, child] of Object.entries(holder))
    if ((key === 'image' || key === 'imageName') && child === image.name)
      holder[key] = `${image.newName}@${image.digest}`;
    else setImage(child, image);
}

function generate(resources: Resource[], folder: string, generators: Kustomization['configMapGenerator'] = []) {
  for (const { name, behavior, envs } of generators) {
    const data = Object.assign({}, ...envs.map((file) => variablesOf(path.join(folder, file)))) as Record<
      string,
      string
    >;
    const known = resources.find((each) => each.kind === 'ConfigMap' && each.metadata.name === name);
    if ((behavior === 'merge') !== (known !== undefined)) throw new Error(`ConfigMap ${name}: ${behavior ?? 'twice'}`);
    if (known) known.data = { ...known.data, ...data };
    else resources.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  }
}

function patch(resources: Resource[], { target, patch: text }: { target: Target; patch: string }): void {
  const hit = resources.filter(
    ({ kind, metadata }) => kind === target.kind && (target.name === undefined || target.name === metadata.name),
  );
  if (hit.length === 0) throw new Error(`No ${target.kind} ${target.name ?? ''} to patch`);
  for (const resource of hit) for (const operation of parse(text) as Operation[]) change(resource, operation);
}

function render(folder: string, before: Resource[] = []): Resource[] {
  const text = readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8');
  const kustomization = parse(text) as Kustomization & Record<string, unknown>;
  const unknown = Object.keys(kustomization).filter((name) => !members.includes(name));
  if (unknown.length > 0) throw new Error(`${folder}: unsupported: ${unknown.join()}`);
  const resources = [...before];
  for (const name of kustomization.resources ?? [])
    if (name.endsWith('.yaml')) {
      const documents = parseAllDocuments(readFileSync(path.join(folder, name), 'utf8'));
      resources.push(...documents.map((document) => document.toJS() as Resource));
    } else resources.push(...render(path.join(folder, name)));
  generate(resources, folder, kustomization.configMapGenerator);
  const whole = (kustomization.components ?? []).reduce(
    (sofar, name) => render(path.join(folder, name), sofar),
    resources,
  );
  for (const each of kustomization.patches ?? []) patch(whole, each);
  for (const { name, count } of kustomization.replicas ?? [])
    for (const { spec } of whole.filter(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name))
      (spec as { replicas?: number }).replicas = count;
  for (const image of kustomization.images ?? []) setImage(whole, image);
  return whole;
}

/** What `kubectl apply -k` sends for a folder of deploy/kubernetes/overlays, except for the ConfigMap's name suffix. */
export function renderSite(folder: string): Resource[] {
  const resources = render(folder);
  const names = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  if (!isDeepStrictEqual(names, [...new Set(names)])) throw new Error(`Duplicates: ${names.join()}`);
  return resources;
}
