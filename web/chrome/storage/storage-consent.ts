import { anonymousCookie, consentCookie, consentDays } from '#contract/storage.ts';
import { bootData, setBoot } from '#web/site/boot.ts';

const writeCookie = (name: string, value: string, seconds: number) => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
};

/**
 * Remembers the answer. What is allowed begins with the next page that is loaded, so that no experiment changes under
 * somebody's hands; what is refused ends at once.
 */
export function answerStorageQuestion(allowed: boolean): void {
  writeCookie(consentCookie, allowed ? 'yes' : 'no', consentDays * 24 * 60 * 60);
  if (!allowed) {
    writeCookie(anonymousCookie, '', 0);
    try {
      sessionStorage.removeItem('analytics-events');
    } catch {
      // A browser that forbids the storage has kept nothing there.
    }
  }
  setBoot({ ...bootData(), consent: allowed ? 'given' : 'refused', ...(allowed ? {} : { anonymousId: '' }) });
}
