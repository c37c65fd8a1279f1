import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, noOrigins } from './content-security-policy.ts';

const origins = {
  script: ['https://js.gateway.example'],
  frame: ['https://assets.gateway.example'],
  connect: ['https://api.gateway.example'],
  image: ['https://assets.gateway.example'],
  form: ['https://bank.example'],
};

function directives(policy: string): Map<string, string[]> {
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

describe('the content security policy', () => {
  it('SEC13: lets no script run but ours, the gateway’s and those with the nonce', () => {
    const policy = directives(contentSecurityPolicy({ nonce: 'abc', origins, https: true }));
    expect(policy.get('script-src')).toEqual(["'self'", "'nonce-abc'", 'https://js.gateway.example']);
    expect(policy.get('default-src')).toEqual(["'none'"]);
  });

  it('never allows inline code, evaluation, frames around us or a changed base', () => {
    const text = contentSecurityPolicy({ nonce: 'abc', origins, https: true });
    expect(text).not.toMatch(/unsafe-|\*|http:/);
    expect(directives(text).get('frame-ancestors')).toEqual(["'none'"]);
    expect(directives(text).get('base-uri')).toEqual(["'none'"]);
  });

  it('allows no frames where the gateway needs none, and does not force https on a plain local run', () => {
    const policy = directives(contentSecurityPolicy({ nonce: 'abc', origins: noOrigins, https: false }));
    expect(policy.get('frame-src')).toEqual(["'none'"]);
    expect(policy.has('upgrade-insecure-requests')).toBe(false);
  });

  it('O11: lets forms submit to the page itself, and where the payment gateway needs it', () => {
    const formAction = (given: typeof origins) =>
      directives(contentSecurityPolicy({ nonce: 'abc', origins: given, https: true })).get('form-action');
    expect(formAction(origins)).toEqual(["'self'", 'https://bank.example']);
    expect(formAction(noOrigins)).toEqual(["'self'"]);
  });

  it('SEC13: says where blocked scripts are reported', () => {
    const policy = directives(
      contentSecurityPolicy({ nonce: 'abc', origins, https: true, reportTo: '/api/csp-reports' }),
    );
    expect(policy.get('report-uri')).toEqual(['/api/csp-reports']);
  });
});
