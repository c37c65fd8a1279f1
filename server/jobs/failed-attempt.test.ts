import { expect, test } from 'vitest';
import { DeliveryFailed, logFailedAttempt } from './failed-attempt.ts';

function collect() {
  const lines: { level: string; fields: object; text: string }[] = [];
  const at = (level: string) => (fields: object, text: string) => void lines.push({ level, fields, text });
  return { lines, log: { info: at('info'), warn: at('warn'), error: at('error') } };
}

const tries = (error: unknown, most = 25) => {
  const { lines, log } = collect();
  for (let attempts = 1; attempts <= most; attempts++)
    logFailedAttempt(log, { job: { id: '7', task_identifier: 'send-receipt', attempts, max_attempts: 25 }, error });
  return lines;
};

test('O8: a failing mail logs one line with a code over all retries, and one when given up', () => {
  const error = new DeliveryFailed({ by: 'MAIL', cause: 'connection', messageKey: 'Mail receipt.1' });
  const fields = { source: 'jobs', jobId: '7', job: 'send-receipt', code: 'MAIL_CONNECTION' };
  expect(tries(error, 24)).toEqual([
    { level: 'warn', fields: { ...fields, attempts: 1 }, text: 'job failed; it will be retried' },
  ]);
  expect(tries(error).slice(1)).toEqual([
    { level: 'error', fields: { ...fields, attempts: 25 }, text: 'job given up' },
  ]);
});

test('O8: an unexpected error keeps its stack', () => {
  const [line, ...others] = tries(new TypeError('not a function'), 3);
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    level: 'error',
    fields: { err: { type: 'TypeError', stack: expect.stringContaining('failed-attempt.test') as string } },
  });
});
