import { globSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tabStorage } from './tab-storage.ts';

afterEach(() => {
  tabStorage().clear();
  vi.unstubAllGlobals();
});

function stubStorage(refuses: (action: string) => boolean) {
  const stored = new Map<string, string>();
  const attempt = <Result>(action: string, result: () => Result) => {
    if (refuses(action)) throw new DOMException('Refused', 'QuotaExceededError');
    return result();
  };
  const sessionStorage = {
    getItem: (name: string) => attempt('read', () => stored.get(name) ?? null),
    setItem: (name: string, value: string) => attempt('write', () => stored.set(name, value)),
    removeItem: (name: string) => attempt('remove', () => stored.delete(name)),
    clear: () => attempt('remove', () => stored.clear()),
  };
  vi.stubGlobal('window', { sessionStorage });
  return stored;
}

describe('the storage of a tab', () => {
  it('L2: keeps values for all parts of the page when forbidden altogether', () => {
    vi.stubGlobal('window', {
      get sessionStorage() {
        throw new DOMException('Forbidden', 'SecurityError');
      },
    });
    tabStorage().setItem('a', '1');
    expect(tabStorage().getItem('a')).toBe('1');
    tabStorage().removeItem('a');
    expect(tabStorage().getItem('a')).toBeNull();
  });

  it('L2: returns the latest value when full, and leaves no older one for a reload', () => {
    let full = false;
    const stored = stubStorage((action) => full && action === 'write');
    tabStorage().setItem('a', 'old');
    full = true;
    tabStorage().setItem('a', 'new');
    expect(tabStorage().getItem('a')).toBe('new');
    expect(stored.has('a')).toBe(false);
    full = false;
    tabStorage().setItem('a', 'newer');
    expect(tabStorage().getItem('a')).toBe('newer');
    expect(stored.get('a')).toBe('newer');
  });

  it('L2: is accessed in this one place, and guarded by the scripts of the document itself', () => {
    const places = globSync('web/**/*.{ts,tsx}')
      .filter((file) => !/\.test\.|web\/mock\//.test(file))
      .filter((file) => /\b(session|local)Storage\b/.test(readFileSync(file, 'utf8')));
    expect(places.toSorted()).toEqual([
      'web/prerender-document.ts',
      'web/site/leave-quickly.ts',
      'web/site/tab-storage.ts',
    ]);
  });
});
