import type { Language } from '#contract/fields/languages.ts';
import { m } from '#messages/messages.js';
import { changeLanguage, useLanguage } from '#web/i18n/language.ts';
import style from './chrome.module.css';

/** Each language by its own name. */
const names: Record<Language, string> = { en: 'English', es: 'Español' };
const offered: readonly Language[] = ['en', 'es'];

/** A native list, so that it works on every device and grows with the languages. */
export function LanguageSelector() {
  const language = useLanguage();
  return (
    <label className={style.language}>
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <g fill="none" stroke="currentColor" strokeWidth="1.5">
          <circle cx="9" cy="9" r="7.5" />
          <ellipse cx="9" cy="9" rx="3.2" ry="7.5" />
          <path d="M1.5 9h15" />
        </g>
      </svg>
      <select
        aria-label={m.chrome_language()}
        value={language}
        onChange={({ target }) => changeLanguage(offered.find((one) => one === target.value) ?? 'en')}
      >
        {offered.map((one) => (
          <option key={one} value={one} lang={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
