import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Whether a setting names a module with an adapter of one's own (docs/how-to/add-an-adapter.md). */
export const isModule = (setting: string): boolean => /^\.{0,2}\/.+\.[cm]?[jt]s$/.test(setting);

/** What an adapter of each port must be able to do. */
export const portMethods = {
  tax: ['taxesFor'],
  places: ['suggest', 'resolve'],
  texts: ['send', 'readReport'],
} as const;

type Loading = { setting: string; port: keyof typeof portMethods };

/** The adapter that is a module's default export, or that this makes from the environment. */
export async function loadAdapter<Port>({ setting, port }: Loading): Promise<Port> {
  const loaded = (await import(pathToFileURL(path.resolve(setting)).href)) as { default?: unknown };
  const made: unknown = typeof loaded.default === 'function' ? await loaded.default(process.env) : loaded.default;
  const lacking = portMethods[port].filter(
    (method) => typeof (made as Record<string, unknown> | undefined)?.[method] !== 'function',
  );
  if (lacking.length > 0)
    throw new Error(`${setting} is no adapter: its default export lacks ${lacking.join(' and ')}`);
  return made as Port;
}
