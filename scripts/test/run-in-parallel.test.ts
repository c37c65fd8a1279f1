import { writeSync } from 'node:fs';
import { expect, test } from 'vitest';
import { groupParallel, runInParallel } from './run-in-parallel.ts';

const section = (title: string, seconds?: number, group = 'checks') => ({
  title,
  ...(seconds ? { parallel: { group, seconds } } : {}),
});

test('adjacent sections of a group share one turn, all others get one each, in their order', () => {
  const sections = [
    section('messages'),
    section('types', 20),
    section('format', 1),
    section('unit', 30, 'api'),
    section('api', 200, 'api'),
    section('journeys'),
    section('lighthouse'),
  ];
  expect(groupParallel(sections).map((turn) => turn.map(({ title }) => title))).toEqual([
    ['messages'],
    ['types', 'format'],
    ['unit', 'api'],
    ['journeys'],
    ['lighthouse'],
  ]);
});

test('the longest sections start first, two at a time; each is shown whole and in the given order', async () => {
  const began: string[] = [];
  const shown: string[] = [];
  let atOnce = 0;
  let most = 0;
  const run = async ({ title }: { title: string }, output: number) => {
    began.push(title);
    most = Math.max(most, ++atOnce);
    writeSync(output, `${title} begins, `);
    await new Promise((resolve) => setTimeout(resolve, title === 'format' ? 1 : 10));
    writeSync(output, `${title} ends`);
    atOnce -= 1;
    return title.length;
  };
  const sections = [section('format', 1), section('types', 15), section('lint', 20)];
  expect(await runInParallel(sections, run, (text) => shown.push(text))).toEqual([6, 5, 4]);
  expect(began).toEqual(['lint', 'types', 'format']);
  expect(most).toBe(2);
  expect(shown).toEqual([
    '\n== format\n\nformat begins, format ends',
    '\n== types\n\ntypes begins, types ends',
    '\n== lint\n\nlint begins, lint ends',
  ]);
});
