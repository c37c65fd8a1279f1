import { describe, expect, test } from 'vitest';
import { renewalLinkOf } from './renewal-link.ts';

const subscriptionId = '019f0000-0000-7000-8000-000000000301';
const token = 'A'.repeat(43);

describe('the fragment of a mail’s cancel link', () => {
  test('names one subscription and the secret of its renewal', () => {
    expect(renewalLinkOf(`#subscription=${subscriptionId}&token=${token}`)).toEqual({ subscriptionId, token });
  });

  test.each([
    '',
    '#',
    '#token=short&subscription=1',
    `#token=${token}`,
    `#subscription=${subscriptionId}`,
    `#subscription=../x&token=${token}`,
  ])('that is malformed opens nothing: %s', (hash) => {
    expect(renewalLinkOf(hash)).toBeNull();
  });
});
