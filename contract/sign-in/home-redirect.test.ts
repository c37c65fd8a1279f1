import { expect, test } from 'vitest';
import { homeRedirect } from './home-redirect.ts';

test.each([
  '/app/home',
  '/app/account/billing',
  '/app/account/billing?receipt=4f8c',
  '/app/pro/cases/17',
  '/app/pro/invoices',
  '/app/home#top',
  '/oidc/interaction/_-3Fv9sKq81hYb2LmNpQr',
])('a redirect to the home area or back to an app is accepted: %s', (redirect) => {
  expect(homeRedirect(redirect)).toBe(redirect);
});

test.each([
  '//evil.example',
  '/oidc/interaction/../../evil-evil-evil-evil',
  '/oidc/interaction/_-3Fv9sKq81hYb2LmNpQr?to=//evil.example',
  '/oidc/auth?client_id=harbor&redirect_uri=https://evil.example',
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
])('SEC5, 4.7-4: any other redirect is ignored: %s', (redirect) => {
  expect(homeRedirect(redirect)).toBeNull();
});
