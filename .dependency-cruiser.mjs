import { layers, vendors } from './scripts/boundaries/layers.ts';
import { webRules } from './scripts/boundaries/web-layers.ts';

const any = (folders) => `(${folders.join('|')})`;
const tests = String.raw`(\.test|-under-test)\.tsx?$|/test-[^/]+\.ts$|^tests/`;
const domains = `^server/${any(layers.domains)}/`;
const flows = `^server/${any(layers.flows)}/`;
const edges = `^server/${any(layers.edges)}/`;
const tops = String.raw`^server/(main|worker|app|compose-[^/]+)\.ts$`;
const entries = String.raw`^server/(main|worker)\.ts$`;
/** Prerendering, development pages and tests of the web run on Node. */
const webTooling = String.raw`^web/(prerender[^/]*|mock/gallery/open-[^/]+)\.tsx?$|\.test\.tsx?$`;
/** Mock screens show the real catalogue. */
const catalogueFixtures = String.raw`^web/mock/(package-fixtures|spanish-answers)\.ts$`;

const rule = ({ name, comment, from, to }) => ({ name, comment, severity: 'error', from, to });

/** Each comment says what to do instead: it is shown to the person who breaks the rule. */
export default {
  forbidden: [
    rule({
      name: 'contract-is-pure',
      comment:
        'The contract is what browser and server agree on: schemas and tables. Put what needs the browser, Node or a database into web/ or server/.',
      from: { path: '^contract/', pathNot: tests },
      to: { pathNot: '^contract/|^generated/messages|node_modules/zod/' },
    }),
    rule({
      name: 'web-knows-only-the-contract',
      comment: 'The web learns about the server through contract/api. Describe there what you need, and call it.',
      from: { path: '^web/', pathNot: `${webTooling}|${catalogueFixtures}` },
      to: { path: '^(server|sandbox|scripts|tests)/' },
    }),
    rule({
      name: 'rows-of-routes-stay-on-the-server',
      comment:
        'A row of contract/api holds schemas that only the server checks, and would come to every phone. Use "import type", and call the route by method and path: call(\'GET /v2/account\', …). What a form checks too stands in contract/ itself.',
      from: { path: '^(web/|contract/[^/]+$)', pathNot: tests },
      to: { path: '^contract/api/', dependencyTypesNot: ['type-only'] },
    }),
    rule({
      name: 'web-runs-in-a-browser',
      comment: 'Node does not exist in the browser. Do it on the server and offer it through contract/api.',
      from: { path: '^web/', pathNot: webTooling },
      to: { dependencyTypes: ['core'] },
    }),
    ...webRules({ tests }).map(rule),
    rule({
      name: 'server-does-not-know-web-or-sandbox',
      comment:
        'The server reaches the outside world through server/gateways/<what>/port.ts; what the web shows, it asks the API for.',
      from: { path: '^server/', pathNot: tests },
      to: { path: '^(web|sandbox|scripts|tests)/' },
    }),
    rule({
      name: 'sandbox-stands-alone',
      comment:
        'The sandbox plays other companies: it speaks their wire formats and may not borrow our types. Write down what they document.',
      from: { path: '^sandbox/', pathNot: tests },
      to: { path: '^(contract|web|server|scripts|tests|generated)/' },
    }),
    rule({
      name: 'client-stands-alone',
      comment:
        'The client is a package of other systems, which have nothing of ours but what is in it. What it must know comes with the API document, by npm run client.',
      from: { path: '^client/' },
      to: { path: '^(contract|web|server|sandbox|scripts|tests|generated)/' },
    }),
    rule({
      name: 'domains-do-not-know-each-other',
      comment:
        'Sibling domains do not import each other. Let a flow (server/sign-up, server/checkout …) call both and pass values between them.',
      from: { path: domains, pathNot: tests },
      to: { path: domains, pathNot: '^server/$1/' },
    }),
    rule({
      name: 'domains-do-not-look-up',
      comment:
        'A domain holds rules and their SQL. What starts it (flow, call, job) imports it, never the other way round: return a value instead.',
      from: { path: domains, pathNot: tests },
      to: { path: `${flows}|${edges}|${tops}` },
    }),
    rule({
      name: 'flows-do-not-look-up',
      comment:
        'A flow does not know who started it. Take what you need as an argument; to do something later, enqueue a job by name (db/job-queue.ts).',
      from: { path: flows, pathNot: tests },
      to: { path: `${edges}|${tops}` },
    }),
    rule({
      name: 'checkout-does-not-know-flows',
      comment:
        'Checkout quotes, charges and settles for every flow. What a purchase does once it is paid is a completion of its flow (server/payment-completions.ts).',
      from: { path: '^server/checkout/', pathNot: tests },
      to: { path: flows, pathNot: '^server/checkout/' },
    }),
    rule({
      name: 'calls-and-jobs-are-strangers',
      comment:
        'A call enqueues a job by name (db/job-queue.ts), a job never answers a call. Move what both need into a flow.',
      from: { path: edges, pathNot: tests },
      to: { path: edges, pathNot: '^server/$1/' },
    }),
    rule({
      name: 'production-loads-no-development',
      comment:
        'server/development moves the clock: where real money is taken nothing may load it. Only compose-server.ts does, by import() and after asking.',
      from: { path: '^server/(?!development/)', pathNot: tests },
      to: { path: '^server/development/', dynamic: false },
    }),
    rule({
      name: 'infrastructure-does-not-look-up',
      comment: 'Database, gateways and telemetry know no rule of ours. Pass values in, hand values back.',
      from: { path: `^server/${any(layers.infrastructure)}/`, pathNot: tests },
      to: { path: `${domains}|${flows}|${edges}|${tops}` },
    }),
    rule({
      name: 'adapters-are-chosen-at-the-top',
      comment:
        'Import the port (server/gateways/<what>/port.ts) and take the gateway as an argument. Only server/main.ts, worker.ts and compose-*.ts choose a vendor.',
      from: { pathNot: `${tests}|${tops}|^server/gateways/|^scripts/` },
      to: { path: '^server/gateways/[^/]+/[^/]+/' },
    }),
    rule({
      name: 'adapters-do-not-know-each-other',
      comment: 'A vendor is one folder behind one port. What two vendors share belongs to the port.',
      from: { path: '^server/gateways/([^/]+)/([^/]+)/', pathNot: tests },
      to: { path: '^server/gateways/[^/]+/[^/]+/', pathNot: '^server/gateways/$1/$2/' },
    }),
    rule({
      name: 'nobody-imports-a-process',
      comment: 'Importing main.ts or worker.ts would start it. Import what it composes (app.ts, compose-*.ts).',
      from: {},
      to: { path: `${entries}|^sandbox/main\\.ts$` },
    }),
    rule({
      name: 'release-does-not-need-tests',
      comment: 'Code that ships may not import tests. Move what it needs out of tests/.',
      from: { pathNot: `${tests}|${webTooling}|^scripts/|^[^/]+\\.(ts|mjs)$` },
      to: { path: '^tests/' },
    }),
    rule({
      name: 'released-server-needs-no-tools',
      comment: 'A release installs "dependencies" only. Move the package there if the server needs it when it runs.',
      from: { path: '^(server|sandbox|contract)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    }),
    rule({
      name: 'packages-are-declared',
      comment:
        'This package is not in package.json, it is here by accident of another. Use one that is declared, or declare it with its exact version.',
      from: { path: '^(server|sandbox|contract|web|scripts|tests)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    }),
    rule({
      name: 'imports-exist',
      comment:
        'No such file or package. Relative imports carry their extension; across the top folders use #contract/, #server/, #web/, #messages/.',
      // What a tool's own folder installs when its command first runs may be missing.
      from: { pathNot: '^tools/' },
      to: { couldNotResolve: true, pathNot: '^#messages/' },
    }),
    rule({
      name: 'no-circles',
      comment:
        'These files import each other in a circle. Move what both need into a third, or pass it as an argument.',
      from: { pathNot: '^(generated|client/src/api)/' },
      to: { circular: true },
    }),
    ...Object.entries(vendors).map(([name, folder]) =>
      rule({
        name: `vendor-${name.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-/, '')}`,
        comment: `Only ${folder} knows "${name}". Use its port or module, so that the vendor can be exchanged.`,
        from: { path: '^(server|sandbox|web|contract)/', pathNot: `${tests}|^${folder}/` },
        to: { path: `node_modules/${name}/` },
      }),
    ),
  ],
  options: {
    // TypeScript 7 has no parser for other programs; without swc every file would count as empty.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^generated/'] },
    exclude: { path: ['^dist/', '^\\.data/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
};
