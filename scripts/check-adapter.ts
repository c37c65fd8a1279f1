import type { PlacesPort } from '#server/gateways/places/port.ts';
import type { SmsGateway } from '#server/gateways/sms/port.ts';
import type { TaxPort } from '#server/gateways/tax/port.ts';
import { type Check, lineOf, runChecks } from '#server/go-live/check.ts';
import { loadAdapter } from '#server/load-adapter.ts';
import { placesContract } from './adapter-contracts/places.ts';
import { taxContract } from './adapter-contracts/tax.ts';
import { textsContract } from './adapter-contracts/texts.ts';

/** `npm run check-adapter tax ./my-tax.mjs`: whether an adapter of one's own does what the site relies on. */
const contracts: Record<string, (setting: string) => Promise<Check[]>> = {
  tax: async (setting) => taxContract(await loadAdapter<TaxPort>({ setting, port: 'tax' })),
  places: async (setting) => placesContract(await loadAdapter<PlacesPort>({ setting, port: 'places' })),
  texts: async (setting) => textsContract(await loadAdapter<SmsGateway>({ setting, port: 'texts' })),
};

const [port = '', setting = ''] = process.argv.slice(2);
try {
  const contract = contracts[port];
  if (!contract || setting === '') throw new Error(`Name one of ${Object.keys(contracts).join(', ')} and a module.`);
  const results = await runChecks(await contract(setting), { timeoutMs: 30_000 });
  console.log(results.map(lineOf).join('\n'));
  process.exit(results.every(({ state }) => state === 'fine') ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
