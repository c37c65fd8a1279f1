import { describe, expect, it } from 'vitest';
import { decodeBase64url, discountOf, linkParametersOf } from './link-parameters.ts';

const base64url = (text: string) => Buffer.from(text, 'utf8').toString('base64url');
const link = (percentage: string, flag = 'true', referrer = 'spring-24') =>
  new URLSearchParams({ discount: flag, referrer, percentage: base64url(percentage) });

describe('a discount link', () => {
  it('3.1-4: gives its referrer and percentage', () => {
    expect(discountOf(link('15'))).toEqual({ referrer: 'spring-24', percentage: 15 });
  });

  it.each(['0', '91', '15.5', '-5', '1e1', 'ten', '', ' 15'])('is no offer at %j percent', (percentage) => {
    expect(discountOf(link(percentage))).toBeNull();
  });

  it('3.1-5: is no offer when the flag is not "true", the referrer is odd, or the percentage is not encoded', () => {
    expect(discountOf(link('15', 'True'))).toBeNull();
    expect(discountOf(link('15', 'true', 'a b'))).toBeNull();
    expect(discountOf(new URLSearchParams({ discount: 'true', referrer: 'x', percentage: '!!' }))).toBeNull();
  });
});

describe('what a link brings', () => {
  it('is kept unread where a schema must read it, and dropped when it is too long', () => {
    expect(linkParametersOf('?prefill=abc')).toEqual({ prefill: 'abc' });
    expect(linkParametersOf(`?prefill=${'a'.repeat(4001)}`)).toEqual({});
  });

  it('is a package only when it is a number', () => {
    expect(linkParametersOf('?package=1002')).toEqual({ preselectedPackageId: 1002 });
    expect(linkParametersOf('?package=1002;drop')).toEqual({});
  });

  it('is text in UTF-8 behind base64url, with or without padding', () => {
    expect(decodeBase64url(base64url('Þórsson 李'))).toBe('Þórsson 李');
    expect(decodeBase64url('w_8')).toBeNull();
    expect(decodeBase64url('a b')).toBeNull();
  });
});
