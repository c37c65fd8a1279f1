import { Link } from 'react-router';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import style from './chrome.module.css';

export function Footer() {
  const { terms, privacy, help, contact } = brand.links;
  const links = [
    { href: terms, text: m.chrome_terms() },
    { href: privacy, text: m.chrome_privacy() },
    { href: help, text: m.chrome_help() },
    { href: contact, text: m.chrome_contact() },
  ];
  return (
    <footer className={style.footer}>
      <nav aria-label={m.chrome_footer()}>
        <ul className={style.footerLinks}>
          <li>
            <Link to={addresses.howToCancel}>{m.how_to_cancel_heading()}</Link>
          </li>
          {links.map(({ href, text }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noopener noreferrer">
                {text}
              </a>
            </li>
          ))}
          <li>
            <Link to={addresses.storage}>{m.storage_link()}</Link>
          </li>
          <li>
            <Link to={addresses.accessibility}>{m.chrome_accessibility()}</Link>
          </li>
          <li>
            <Link to={addresses.whatTheySee}>{m.chrome_what_they_see()}</Link>
          </li>
        </ul>
      </nav>
    </footer>
  );
}
