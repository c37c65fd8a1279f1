import { expect, test } from 'vitest';
import { ringLines } from './rings.ts';

const byName = { onlyByName: true as const };
const sections = [
  { name: 'unit', title: 'Unit tests' },
  { name: 'api', title: 'API tests' },
  { name: 'api-matrix', title: 'Random lives', ...byName },
  { name: 'faults', title: 'Faults', ...byName },
];

test('the summary of a ring lists what only the other one runs; that of some sections lists nothing', () => {
  expect(ringLines(sections, ['unit', 'api'])).toEqual([
    'Each behaviour once. Only in the matrix (npm run test:matrix):',
    '  api-matrix: Random lives',
    '',
  ]);
  expect(ringLines(sections, ['api-matrix'])).toEqual(['The matrix. Only in npm test: unit, api', '']);
  expect(ringLines(sections, ['unit'])).toEqual([]);
});
