import { spawnSync } from 'node:child_process';

/**
 * `npm run -s sbom`: the bill of materials of a release's image, as CycloneDX. npm's own `--omit dev` also omits
 * packages that both a release and a development tool need, so those only for development are removed here.
 */
type Component = { 'bom-ref': string; properties?: { name: string; value: string }[] };
type BillOfMaterials = { components: Component[]; dependencies: { ref: string; dependsOn?: string[] }[] };

const { stdout, status, error } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: process.platform === 'win32',
});
if (error || status !== 0) {
  console.error('The bill of materials requires npm 10 or newer; see the error above');
  process.exit(1);
}
const bill = JSON.parse(stdout) as BillOfMaterials;
const forDevelopment = ({ properties = [] }: Component) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
const excluded = new Set(bill.components.filter(forDevelopment).map((component) => component['bom-ref']));
const components = bill.components.filter((component) => !excluded.has(component['bom-ref']));
const dependencies = bill.dependencies
  .filter(({ ref }) => !excluded.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => !excluded.has(each)) }));
process.stdout.write(`${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`);
