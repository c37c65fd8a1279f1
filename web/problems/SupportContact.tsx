import { brand } from '#contract/brand.ts';
import { supportPhone } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import { bootData } from '#web/site/boot.ts';
import style from './SupportContact.module.css';

/** Phone and e-mail of support for the country of the site, or for another one (ISO code). */
export function SupportContact({ country = bootData().siteCountry }: { country?: string }) {
  const phone = supportPhone(country);
  return (
    <dl className={style.contact}>
      <dt>{m.chrome_support_phone()}</dt>
      <dd>
        <a href={`tel:${phone.e164}`}>{phone.display}</a>
      </dd>
      <dt>{m.ui_email()}</dt>
      <dd>
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
      </dd>
    </dl>
  );
}
