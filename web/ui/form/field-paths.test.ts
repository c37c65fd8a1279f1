import { describe, expect, it } from 'vitest';
import { flattenErrors, nameOf, splitPath } from './field-paths.ts';

describe('paths of fields', () => {
  it('separate the label from the position in a list', () => {
    expect(splitPath('children.2.firstName')).toEqual({ key: 'children.firstName', position: 2 });
    expect(splitPath('parent.email')).toEqual({ key: 'parent.email', position: 0 });
  });

  it('have names that fit before a colon, questions too, in both languages', () => {
    expect(['Email', 'How did you hear about us?', '¿Cómo supo de nosotros?'].map(nameOf)).toEqual([
      'Email',
      'How did you hear about us',
      'Cómo supo de nosotros',
    ]);
  });

  it('are found in errors of any depth, holes in lists included', () => {
    const errors = {
      email: { type: 'custom', message: 'email' },
      children: [undefined, { firstName: { type: 'custom', message: 'required' } }],
    };
    expect(flattenErrors(errors)).toEqual([
      { path: 'email', message: 'email' },
      { path: 'children.1.firstName', message: 'required' },
    ]);
  });
});
