import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildWhenChanged } from './build-stamp.ts';

let root: string;
let builds: number;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-stamp-'));
  builds = 0;
  mkdirSync(path.join(root, 'web'));
  writeFileSync(path.join(root, 'web/main.ts'), 'one');
  onTestFinished(() => rmSync(root, { recursive: true }));
});

const build = (fails = false) =>
  buildWhenChanged({
    root,
    name: 'web',
    output: 'dist/web',
    sources: ['web', 'vite.config.ts'],
    build: async () => {
      builds += 1;
      mkdirSync(path.join(root, 'dist/web'), { recursive: true });
      if (fails) throw new Error('build failed');
    },
  });

describe('a build', () => {
  test('is not repeated while no content has changed, whatever the file times', async () => {
    expect(await build()).toBe('built');
    utimesSync(path.join(root, 'web/main.ts'), new Date(), new Date());
    expect(await build()).toBe('unchanged');
    expect(builds).toBe(1);
  });

  test('is repeated when a file is changed, added or renamed', async () => {
    await build();
    writeFileSync(path.join(root, 'web/main.ts'), 'two');
    expect(await build()).toBe('built');
    writeFileSync(path.join(root, 'vite.config.ts'), 'new');
    expect(await build()).toBe('built');
    renameSync(path.join(root, 'web/main.ts'), path.join(root, 'web/other.ts'));
    expect(await build()).toBe('built');
  });

  test('is not repeated for a test beside the code', async () => {
    await build();
    writeFileSync(path.join(root, 'web/main.test.ts'), 'test');
    expect(await build()).toBe('unchanged');
  });

  test('is repeated when its output is missing, or the last one failed half-way', async () => {
    await build();
    rmSync(path.join(root, 'dist'), { recursive: true });
    expect(await build()).toBe('built');
    writeFileSync(path.join(root, 'web/main.ts'), 'three');
    await expect(build(true)).rejects.toThrow('build failed');
    expect(await build()).toBe('built');
  });
});
