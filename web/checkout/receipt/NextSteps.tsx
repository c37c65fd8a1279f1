import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { currentLanguage } from '#web/i18n/language.ts';
import layout from '#web/ui/layout.module.css';
import style from './NextSteps.module.css';

type Props = {
  /** Where the receipt is mailed; null if its payer wants no mail. */
  email: string | null;
  coParentEmail: string;
  coParentPhone: string;
  invited: boolean;
  coParentNote?: string | undefined;
};

/** Numbered, most useful first. The app stores have no Spanish page, so that step is English only. */
export function NextSteps({ email, coParentEmail, coParentPhone, invited, coParentNote }: Props) {
  return (
    <section className={layout.part} aria-labelledby="next-steps">
      <h2 id="next-steps">{m.receipt_next_steps()}</h2>
      <ol className={style.steps}>
        {currentLanguage() === 'en' && (
          <li className={style.step}>
            <h3>{m.receipt_app_title()}</h3>
            <p>{m.receipt_app_text()}</p>
            <div className={style.stores}>
              <a className={style.store} href={brand.links.appStore} target="_blank" rel="noopener">
                <AppleMark />
                <span>
                  <small>{m.receipt_app_store_on()}</small> {m.receipt_app_store()}
                </span>
              </a>
              <a className={style.store} href={brand.links.googlePlay} target="_blank" rel="noopener">
                <PlayMark />
                <span>
                  <small>{m.receipt_google_play_on()}</small> {m.receipt_google_play()}
                </span>
              </a>
            </div>
          </li>
        )}
        <li className={style.step}>
          <h3>{email === null ? m.receipt_no_mail_title() : m.receipt_email_title()}</h3>
          <p>{email === null ? m.receipt_no_mail_text() : m.receipt_email_text({ email })}</p>
        </li>
        {!invited && (
          <li className={style.step}>
            <h3>{m.receipt_co_parent_title()}</h3>
            <p>{coParentNote ?? coParentText({ coParentEmail, coParentPhone })}</p>
          </li>
        )}
      </ol>
    </section>
  );
}

function coParentText({ coParentEmail, coParentPhone }: Pick<Props, 'coParentEmail' | 'coParentPhone'>): string {
  if (coParentEmail !== '') return m.receipt_co_parent_email({ email: coParentEmail });
  return coParentPhone === '' ? m.receipt_co_parent_none() : m.receipt_co_parent_phone({ phone: coParentPhone });
}

function AppleMark() {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M15.900 1.500c.1 1.300-.4 2.500-1.100 3.400-.8.9-2 1.600-3.200 1.500-.1-1.200.5-2.500 1.200-3.300.8-.9 2.100-1.500 3.100-1.600z" />
      <path d="M19.900 8.900c-1.500.9-2.400 2.300-2.400 4 0 2 1.200 3.700 3 4.400-.4 1.200-1 2.300-1.700 3.300-.9 1.300-1.900 2.400-3.300 2.400-1.300 0-1.700-.8-3.300-.8s-2.100.8-3.400.8c-1.400 0-2.400-1.200-3.300-2.500-2-2.900-3.200-8-1.200-11.200 1-1.600 2.700-2.600 4.400-2.600 1.500 0 2.600.9 3.700.9 1 0 2.300-1 4.200-1 1.300.1 2.500.7 3.300 2.300z" />
    </svg>
  );
}

function PlayMark() {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <path fill="var(--google-green)" d="M4 2.500V12h9zm0 19L13 12l3.500 3.500z" />
      <path fill="var(--google-blue)" d="M4 21.500V12h9z" />
      <path fill="var(--google-red)" d="M4 2.500 13 12l3.500-3.500z" />
      <path fill="var(--google-yellow)" d="M16.500 8.500 21 12l-4.500 3.500L13 12z" />
    </svg>
  );
}
