import { anonymousCookie, consentCookie, consentDays } from '#contract/sign-up/storage.ts';
import { bootData, setBoot } from '#web/site/boot.ts';
import { tabStorage } from '#web/site/tab-storage.ts';

const writeCookie = (name: string, value: string, seconds: number) => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
};

/**
 * Stores the choice. A consent takes effect with the next page load, so that no experiment changes in use; a refusal
 * takes effect at once.
 */
export function answerStorageQuestion(allowed: boolean): void {
  writeCookie(consentCookie, allowed ? 'yes' : 'no', consentDays * 24 * 60 * 60);
  if (!allowed) {
    writeCookie(anonymousCookie, '', 0);
    tabStorage().removeItem('analytics-events');
  }
  setBoot({ ...bootData(), consent: allowed ? 'given' : 'refused', ...(allowed ? {} : { anonymousId: '' }) });
}
