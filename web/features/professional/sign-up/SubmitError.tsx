import { useEffect, useRef } from 'react';
import { supportPhone } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import { bootData } from '#web/site/boot.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import style from './sign-up.module.css';
import { useSignUp } from './sign-up-store.ts';

/** The registration failed: retry with the stored input, go back, or call (specification 4.1, 8). */
export function SubmitError({
  waiting,
  onRetry,
  onBack,
}: {
  waiting: boolean;
  onRetry: () => void;
  onBack: () => void;
}) {
  const country = useSignUp(({ practice }) => practice.country) || bootData().siteCountry;
  const phone = supportPhone(country);
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    banner.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={banner} className={style.banner} role="alert" tabIndex={-1}>
      <h1>{m.pro_error_title()}</h1>
      <p>{m.pro_error_text()}</p>
      <p>
        {m.pro_error_support()}{' '}
        <a className={style.phoneNumber} href={`tel:${phone.e164}`}>
          {phone.display}
        </a>
      </p>
      <Actions>
        <Button waiting={waiting} onClick={onRetry}>
          {m.ui_try_again()}
        </Button>
        <Button variant="link" onClick={onBack}>
          {m.pro_error_back()}
        </Button>
      </Actions>
    </div>
  );
}
