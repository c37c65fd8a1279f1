import { globSync } from 'node:fs';
import path from 'node:path';
import type { Route } from '#contract/api/route.ts';

const folder = path.resolve(import.meta.dirname, '../../contract/api');
const files = globSync('**/*.ts', { cwd: folder }).filter((name) => !name.endsWith('.test.ts'));
const modules = await Promise.all(
  files.map((name): Promise<Record<string, unknown>> => import(path.join(folder, name))),
);

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value;

/** Every row of the contract. */
export const contractRoutes: readonly Route[] = modules.flatMap((module) => Object.values(module).filter(isRoute));
