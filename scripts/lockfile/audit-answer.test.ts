import { expect, test } from 'vitest';
import { auditOutcome } from './audit-answer.ts';

test('no advisories are good news only when somebody was asked', () => {
  expect(auditOutcome('{"auditReportVersion":2,"vulnerabilities":{}}').exitCode).toBe(0);
  expect(auditOutcome('{"message":"405 Method Not Allowed","statusCode":405}')).toMatchObject({
    exitCode: 2,
    lines: [expect.stringContaining('405 Method Not Allowed')],
  });
  for (const nothing of ['', 'npm error network', 'null', '{"vulnerabilities":null}'])
    expect(auditOutcome(nothing).exitCode).toBe(2);
});

test('an advisory is named with its severity and where to read about it', () => {
  const via = [{ title: 'Prototype pollution', url: 'https://advisories.example/1' }, 'another-package'];
  const { exitCode, lines } = auditOutcome(JSON.stringify({ vulnerabilities: { tool: { severity: 'high', via } } }));
  expect(exitCode).toBe(1);
  expect(lines.join('\n')).toMatch(/^tool: high\n\s+Prototype pollution https:\/\/advisories\.example\/1$/);
});
