import { brand } from '#contract/brand.ts';
import { supportPhone } from '#contract/countries.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from './how-to-cancel.module.css';

/** One phone for each region: the page is the same on every site. */
const phones = [
  { country: 'US', label: m.how_to_cancel_phone_north_america },
  { country: 'GB', label: m.how_to_cancel_phone_gb },
  { country: 'AU', label: m.how_to_cancel_phone_au },
  { country: 'NZ', label: m.how_to_cancel_phone_nz },
];

/** Every way to cancel a renewal, for whoever asks before paying, or cannot log in. */
export function Screen() {
  return (
    <div className={style.page}>
      <PageHeading subtitle={m.how_to_cancel_lead()}>{m.how_to_cancel_heading()}</PageHeading>
      <section className={layout.part} aria-labelledby="in-account">
        <h2 id="in-account">{m.how_to_cancel_account_heading()}</h2>
        <p>{m.how_to_cancel_account_text()}</p>
        <p>{m.how_to_cancel_account_two()}</p>
        <div>
          <ButtonLink to={addresses.billing}>{m.how_to_cancel_account_link()}</ButtonLink>
        </div>
      </section>
      <section className={layout.part} aria-labelledby="by-mail">
        <h2 id="by-mail">{m.how_to_cancel_mail_heading()}</h2>
        <p>{m.how_to_cancel_mail_text()}</p>
      </section>
      <section className={layout.part} aria-labelledby="by-phone">
        <h2 id="by-phone">{m.how_to_cancel_support_heading()}</h2>
        <p>{m.how_to_cancel_support_text()}</p>
        <dl className={style.contacts}>
          {phones.map(({ country, label }) => (
            <Contact
              key={country}
              label={label()}
              href={`tel:${supportPhone(country).e164}`}
              text={supportPhone(country).display}
            />
          ))}
          <Contact label={m.ui_email()} href={`mailto:${brand.supportEmail}`} text={brand.supportEmail} />
        </dl>
      </section>
    </div>
  );
}

function Contact({ label, href, text }: { label: string; href: string; text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <a href={href}>{text}</a>
      </dd>
    </>
  );
}
