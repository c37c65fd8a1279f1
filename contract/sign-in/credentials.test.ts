import { describe, expect, test } from 'vitest';
import { username } from './credentials.ts';
import { passwordIssue, passwordRules } from './password-rules.ts';
import { usernameOrEmail } from './recovery-forms.ts';
import { security } from './security.ts';

const context = { username: 'marta.ruiz', email: 'marta@example.com', names: ['Marta', 'Ruiz'] };

describe('username', () => {
  test.each([
    ['marta.ruiz', null],
    ["marta_,-.'1", null],
    ['1marta', null],
    ['', 'required'],
    ['marta', 'username_length'],
    ['a'.repeat(31), 'username_length'],
    ['@marta1', 'username_requirements'],
    ['marta@home', 'username_requirements'],
    ['.marta1', 'username_requirements'],
    ['marta ruiz', 'username_requirements'],
    ['martá1', 'username_requirements'],
  ])('5.7-1: validates the username “%s”: %s', (value, issue) => {
    const result = username.safeParse(value);
    expect(result.success ? null : result.error.issues[0]?.message).toBe(issue);
  });
});

test.each(['o\u2019brien.7', 'o\u2018brien.7', " o'brien.7 "])(
  '5.7-4: %s is one username at sign-up and in recovery',
  (typed) => {
    expect([username.parse(typed), usernameOrEmail.parse(typed)]).toEqual(["o'brien.7", "o'brien.7"]);
  },
);

describe('password', () => {
  test.each([
    ['quiet-harbour-7', null],
    ['short-7a', 'password_rules'],
    ['quiet-harbour-7-is-far-too-long', 'password_rules'],
    ['quiet-harbour-seven', 'password_rules'],
    ['quietharbour77', 'password_rules'],
    ['123456789012-', 'password_rules'],
    ['Xmarta-7-harbour', 'password_personal'],
    ['Password-1234', 'password_common'],
  ])('validates the password “%s”: %s', (password, issue) => {
    expect(passwordIssue(password, context)).toBe(issue);
  });

  test('5.7-6: may not be the username or the e-mail', () => {
    const named = { ...context, username: 'Quiet-Harbour-7', names: [] };
    expect(passwordIssue('quiet-harbour-7', named)).toBe('password_same_as_username');
    expect(passwordIssue('marta1@example.com', { ...named, email: 'Marta1@example.com' })).toBe(
      'password_same_as_username',
    );
  });

  test('F6, 5.7-3, 5.7-5: the checklist has every rule of the server, in order', () => {
    expect(passwordRules.map(({ key }) => key)).toEqual([
      'length',
      'letter',
      'number',
      'special',
      'not_username',
      'not_email',
      'not_name',
      'not_common',
    ]);
  });
});

describe('security question, answer and code', () => {
  const good = {
    securityQuestion: 'First street?',
    securityAnswer: 'Lake Street',
    securityCode: '0420',
    confirmCode: '0420',
  };
  test.each([
    [{}, null],
    [{ securityAnswer: 'first STREET?' }, 'securityAnswer: security_answer_same'],
    [{ securityAnswer: 'Lake' }, 'securityAnswer: security_length'],
    [{ securityAnswer: 'Lake <b>' }, 'securityAnswer: security_characters'],
    [{ securityCode: '42', confirmCode: '42' }, 'securityCode: security_code_length'],
    [{ securityCode: '12a4', confirmCode: '12a4' }, 'securityCode: security_code_digits'],
    [{ confirmCode: '0421' }, 'confirmCode: security_code_match'],
  ])('5.4-3: validates security answer and code with %o: %s', (change, issue) => {
    const result = security.safeParse({ ...good, ...change });
    expect(
      result.success ? null : `${result.error.issues[0]?.path.join('.')}: ${result.error.issues[0]?.message}`,
    ).toBe(issue);
  });
});
