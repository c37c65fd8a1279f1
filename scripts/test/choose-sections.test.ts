import { expect, test } from 'vitest';
import { chooseSections } from './choose-sections.ts';

const sections = [{ name: 'messages' }, { name: 'unit' }, { name: 'faults', onlyByName: true as const }];
const chosen = (...words: string[]) =>
  chooseSections(sections, words)?.map(({ name, options }) => [name, ...options].join(' '));

test('the named sections run in order, and the last one gets the file; an unknown name runs nothing', () => {
  expect(chosen('unit', 'messages')).toEqual(['messages', 'unit']);
  expect(chosen('messages', 'unit', 'scripts/messages', '-t', 'title')).toEqual([
    'messages',
    'unit scripts/messages -t title',
  ]);
  expect(chosen('faults')).toEqual(['faults']);
  expect(chosen()).toEqual(['messages', 'unit']);
  expect(chosen('uint', 'messages')).toBeUndefined();
});
