import { expect, it } from 'vitest';
import { credentialsDefaults, credentialsLabels } from './credentials-form.ts';
import { credentialsSchema } from './credentials-schema.ts';
import { missingText } from './missing-text.ts';

const owner = { firstName: 'Marta', lastName: 'Ruiz', email: 'marta@example.com', invited: true };
const words = (path: string) => ({
  id: '',
  name: path,
  label: credentialsLabels[path as keyof typeof credentialsLabels](),
  error: undefined,
});
const empty = credentialsDefaults(owner);

const security = {
  securityQuestion: 'First street?',
  securityAnswer: 'Lake Street',
  securityCode: '1234',
  confirmCode: '1234',
};
const rest = { username: 'harbour.7', referral: { selection: 'SEARCH', other: '' }, security };

const textBy = (schema: ReturnType<typeof credentialsSchema> | null) => (change: object) => {
  const values = { ...empty, ...change };
  return missingText({
    values,
    fieldTexts: words,
    schema,
    context: { username: values.username, email: owner.email, names: ['Marta', 'Ruiz'] },
  });
};

it('F6: the line at the button names what is missing: empty fields, then the rules of the password, then what is wrong', () => {
  const textOf = textBy(credentialsSchema(owner));
  expect(textOf({ ...rest, password: '', security: { ...security, confirmCode: '' } })).toBe(
    'Still to fill in: Password and Confirm the security code.',
  );
  expect(textOf({ ...rest, referral: { selection: '', other: '' }, password: '' })).toBe(
    'Still to fill in: Password and How did you hear about us.',
  );
  expect(textOf({ ...rest, password: 'marta-ruiz' })).toBe(
    "Rules your password doesn't meet yet: 12 to 25 characters, at least 1 number, and without your own name.",
  );
  expect(textOf({ ...rest, password: 'quiet-harbour-7', security: { ...security, confirmCode: '1235' } })).toBe(
    'Check these again: Confirm the security code.',
  );
});

it('F6: before the schema has loaded it names the same empty fields and rules, and does not judge the rest', () => {
  const [early, known] = [textBy(null), textBy(credentialsSchema(owner))];
  const filledIn = { ...rest, password: 'quiet-harbour-7' };
  for (const change of [
    {},
    { ...filledIn, referral: { selection: 'OTHER', other: '' } },
    { ...filledIn, security: { ...security, confirmCode: '' } },
    { ...filledIn, password: 'marta-ruiz' },
  ])
    expect(early(change)).toBe(known(change));
  expect(early({ ...filledIn, username: 'not @ username' })).toBeUndefined();
});
