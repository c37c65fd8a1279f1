import { homeRedirect } from '#contract/home-redirect.ts';

const key = 'wished-page';

/** Remembers for this tab where somebody wanted to go before they had to log in. Only pages of the home area are kept. */
export function rememberWish(address: string): void {
  const wish = homeRedirect(address);
  if (wish !== null) sessionStorage.setItem(key, wish);
}

/** What was remembered; a value somebody else put there is checked like any other (SEC5). */
export function wishedPage(): string | null {
  return homeRedirect(sessionStorage.getItem(key));
}

export function forgetWish(): void {
  sessionStorage.removeItem(key);
}
