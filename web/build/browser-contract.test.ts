import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { leanContract } from './browser-contract.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('the contract in the browser', () => {
  it('keeps of a route what a call reads, and no schema', () => {
    const code = `export const ask = route({
  method: 'POST',
  path: '/v2/ask/:id',
  ...own,
  limits: ['read'],
  body: z.object({ name: z.string() }),
  answer: z.object({ said: z.literal('SUCCESS') }),
});`;
    expect(leanContract(code)).toBe(
      "export const ask = /* @__PURE__ */ route({\n  method: 'POST',\n  path: '/v2/ask/:id',\n});",
    );
  });

  it('marks what is declared as something to leave out where nobody uses it, and nothing that runs when it is called', () => {
    const code = `const name = z.string().check(z.minLength(1));
export function known(value: string): boolean {
  return name.safeParse(value).success;
}`;
    expect(leanContract(code).split('\n')).toEqual([
      'const name = /* @__PURE__ */ /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.minLength(1));',
      ...code.split('\n').slice(1),
    ]);
  });

  it('is asked by no screen for what it leaves out', () => {
    const files = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: (file) => file.includes('.test.') });
    const asked = files.flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8');
      const imported = [...source.matchAll(/import \{([^}]*)\} from '#contract\/api\/[\w-]+\.ts'/g)];
      const names = imported
        .flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
        .filter((name) => /^[a-z]\w*$/.test(name));
      const reads = new RegExp(
        `\\b(?:${names.join('|')})\\.(?:tag|summary|params|query|headers|body|answer|status)\\b`,
        'g',
      );
      return names.length === 0 ? [] : [...source.matchAll(reads)].map(([read]) => `${file}: ${read}`);
    });
    expect(files.length).toBeGreaterThan(300);
    expect(asked).toEqual([]);
  });
});
