import { parse } from 'yaml';

type Environment = Record<string, string | undefined>;

/** `${NAME}`, `${NAME:-otherwise}` and `${NAME:?}` of compose, the innermost first. */
function fillIn(text: string, environment: Environment): string {
  const filled = text.replaceAll(
    /\$\{(\w+)(?::-([^${}]*)|:\?[^{}]*)?\}/g,
    (_, name: string, otherwise = '') => environment[name] || otherwise,
  );
  return filled === text ? text : fillIn(filled, environment);
}

/** The environment that deploy/compose.yaml gives to the server. */
export function composedEnvironment({ compose, environment }: { compose: string; environment: Environment }) {
  const { 'x-server': server } = parse(compose) as { 'x-server': { environment: Record<string, string> } };
  return Object.fromEntries(
    Object.entries(server.environment).map(([name, value]) => [name, fillIn(value, environment)]),
  );
}
