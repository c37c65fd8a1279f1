import { expect, test } from 'vitest';
import { homeRedirect } from './home-redirect.ts';

test.each([
  '/app/home',
  '/app/account/billing',
  '/app/account/billing?receipt=4f8c',
  '/app/pro/cases/17',
  '/app/home#top',
])('a page of the home area is kept: %s', (redirect) => {
  expect(homeRedirect(redirect)).toBe(redirect);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://evil.example/app/home',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '/app/home\\..\\evil',
  '/app/home//evil.example',
  '/app/homestead',
  '/app/join/step1',
  '/app/login',
  '/app/home/../../evil',
  '/app/home/%2e%2e/%2e%2e/evil',
  '/app/home\n//evil',
  ' /app/home',
  '/app/home?next=//evil',
  `/app/home?${'a'.repeat(400)}`,
  '',
  null,
  undefined,
])('SEC5: anything else is ignored: %s', (redirect) => {
  expect(homeRedirect(redirect)).toBeNull();
});
