import type { AnnouncementRow } from '#contract/api/staff/staff-codes.ts';
import { percentMark } from '#contract/staff/announcements.ts';
import { useQuery } from '#web/api/use-query.ts';
import banner from '#web/chrome/TopBanner.module.css';
import { Notice } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { PageWithActions } from './PageWithActions.tsx';
import style from './staff.module.css';
import { instant } from './staff-texts.ts';

const placeTexts = { BANNER: 'Banner at the top of sign-up pages', OFFER: 'Offer of discount links' } as const;
const stateTexts = { DRAFT: 'Written, not published', IN_FORCE: 'In force', OVER: 'Over' } as const;

/** Texts that replace the built-in ones on sign-up pages for a time, each as a preview. */
export function Announcements() {
  const answer = useQuery('GET /v2/staff/announcements', {});
  return (
    <PageWithActions answer={answer}>
      {({ announcements }) => (
        <>
          <PageHeading>Announcements</PageHeading>
          <p className={style.soft}>
            Where none is in force, pages show the built-in text. A second person confirms each before parents see it.
          </p>
          {announcements.length === 0 && <p>None yet.</p>}
          {announcements.map((each) => (
            <section key={each.number} className={style.panel} aria-labelledby={`announcement-${each.number}`}>
              <h2 id={`announcement-${each.number}`}>
                {each.number}: {placeTexts[each.place]}
              </h2>
              <p>
                {stateTexts[each.state]}
                {each.publishedAt !== null && `, published ${instant(each.publishedAt)}`}, ends {instant(each.endsAt)}{' '}
                UTC
              </p>
              <AnnouncementPreview place={each.place} language="en" text={each.english} />
              <AnnouncementPreview place={each.place} language="es" text={each.spanish} />
            </section>
          ))}
        </>
      )}
    </PageWithActions>
  );
}

type AnnouncementPreviewProps = { place: AnnouncementRow['place']; language: 'en' | 'es'; text: string };

/** On a phone, with an example percentage. */
function AnnouncementPreview({ place, language, text }: AnnouncementPreviewProps) {
  return (
    <div className={style.asOnPhone} lang={language}>
      {place === 'BANNER' ? (
        <div className={banner.banner}>
          <p className={banner.text}>{text}</p>
          <span className={banner.close} />
        </div>
      ) : (
        <Notice>
          <p>
            <strong>{text.replace(percentMark, '15')}</strong>
          </p>
        </Notice>
      )}
    </div>
  );
}
