import { brand } from '#contract/brand.ts';
import { supportPhone } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import style from './AllContacts.module.css';

/** One phone for each region: the page is the same on every site. */
const phones = [
  { country: 'US', label: m.how_to_cancel_phone_north_america },
  { country: 'GB', label: m.how_to_cancel_phone_gb },
  { country: 'AU', label: m.how_to_cancel_phone_au },
  { country: 'NZ', label: m.how_to_cancel_phone_nz },
];

/** Support contacts of every country, for prerendered pages, which do not know the visitor's. */
export function AllContacts() {
  return (
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
