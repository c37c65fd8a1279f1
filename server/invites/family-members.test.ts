import { expect, test } from 'vitest';
import { initialsOf, presentFamily } from './family-members.ts';

test.each([
  [{ firstName: 'Þóra', lastName: "o'brien" }, 'ÞO'],
  [{ firstName: 'Ana', lastName: '' }, 'A'],
  [{ firstName: '李', lastName: '小龙' }, '李小'],
  [{ firstName: '👩‍👧 Mo', lastName: 'Ruiz' }, '👩R'],
])('initials of %j are %s', (person, initials) => {
  expect(initialsOf(person)).toBe(initials);
});

test('parents keep their colours; children cycle through the others', () => {
  const children = Array.from({ length: 6 }, (_, index) => ({ id: `c${index}`, firstName: 'Ana', lastName: 'Ruiz' }));
  const family = presentFamily({
    parents: [{ id: 'a', firstName: 'Marta', lastName: 'Ruiz', color: '#F2B261' }],
    children,
  });
  expect(family[0]).toEqual({
    userId: 'a',
    firstName: 'Marta',
    lastName: 'Ruiz',
    color: '#F2B261',
    displayInitials: 'MR',
  });
  expect(family[1]?.color).not.toBe('#F2B261');
  expect(family[5]?.color).toBe(family[1]?.color);
});
