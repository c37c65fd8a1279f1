import { Link, useLocation } from 'react-router';
import { agreementVersion } from '#contract/public-texts/agreement.ts';
import { publicTexts } from '#contract/public-texts/public-texts.ts';
import { m } from '#messages/messages.js';
import { useLanguage } from '#web/i18n/language.ts';
import { AllContacts } from '#web/problems/AllContacts.tsx';
import { NotFound } from '#web/problems/pages.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from './texts.module.css';

/** A page with one text, named by its address. */
export function Screen() {
  return <TextPage name={useLocation().pathname.replace(/^\/|\/$/g, '')} />;
}

/** A text of the agreement may have a version in its address. */
export function TextPage({ name }: { name: string }) {
  const language = useLanguage();
  const text = publicTexts[name]?.[language];
  if (!text) return <NotFound />;
  const [, version = agreementVersion] = name.split('/');
  return (
    <div className={style.page}>
      <PageHeading title={text.title} subtitle={text.lead}>
        {text.heading}
      </PageHeading>
      {text.sections.map(({ heading, paragraphs, list, links }) => (
        <section key={heading} className={style.part}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {list && (
            <ul className={style.list}>
              {list.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
          {links && (
            <p className={layout.links}>
              {links.map(({ to, text: label }) => (
                <Link key={to} to={to}>
                  {label}
                </Link>
              ))}
            </p>
          )}
        </section>
      ))}
      {text.contacts && (
        <div className={style.part} id="contact">
          <AllContacts />
        </div>
      )}
      <p className={layout.soft}>
        {m.texts_version({ version })} {m.texts_sample()}
      </p>
    </div>
  );
}
