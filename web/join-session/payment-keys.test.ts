import { describe, expect, it } from 'vitest';
import type { TabStorage } from '#web/site/tab-storage.ts';
import { createPaymentKeys } from './payment-keys.ts';

function createKeys(stored = new Map<string, string>()) {
  let count = stored.size * 100;
  const storage: TabStorage = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
    removeItem: (name) => void stored.delete(name),
  };
  return { stored, keys: createPaymentKeys({ storage, newKey: () => `key-${++count}` }) };
}
const submission = { subjectId: 'registration', body: { amountDisplayed: 100, nonce: 'secret-nonce' } };

describe('the key of a payment submission', () => {
  it('PAY4: is the same when the same submission is sent again before its outcome is known', () => {
    const { keys } = createKeys();
    const first = keys.keyFor(submission);
    expect(keys.keyFor(submission)).toBe(first);
    expect(keys.pending('registration')).toBe(first);
  });

  it('PAY6: is new after a known outcome, even for the same body', () => {
    const { keys } = createKeys();
    const first = keys.keyFor(submission);
    keys.settle('registration');
    expect(keys.pending('registration')).toBeNull();
    expect(keys.keyFor(submission)).not.toBe(first);
  });

  it('is new when anything that is sent has changed: a key never stands for two bodies', () => {
    const { keys } = createKeys();
    const first = keys.keyFor(submission);
    expect(keys.keyFor({ ...submission, body: { ...submission.body, amountDisplayed: 90 } })).not.toBe(first);
  });

  it('REL9: is still pending after a reload, and is not given to another submission then', () => {
    const before = createKeys();
    const first = before.keys.keyFor(submission);
    const after = createKeys(before.stored).keys;
    expect(after.pending('registration')).toBe(first);
    expect(after.keyFor(submission)).not.toBe(first);
  });

  it('SEC14: stores nothing that can pay', () => {
    const { keys, stored } = createKeys();
    keys.keyFor(submission);
    expect(JSON.stringify([...stored])).not.toContain('secret-nonce');
  });

  it('belongs to one sign-up alone', () => {
    const { keys } = createKeys();
    keys.keyFor(submission);
    expect(keys.pending('another')).toBeNull();
  });
});
