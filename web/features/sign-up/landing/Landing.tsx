import { Suspense, useDeferredValue, useState } from 'react';
import { experimentState } from '#contract/boot.ts';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { useExposure } from '#web/analytics/use-exposure.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { joinAddress } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { ChoiceCardLink, ChoiceCards } from '#web/ui/choices/ChoiceCard.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from './landing.module.css';

const About = lazyPart(() => import('./About.tsx'));
const aboutId = 'about';

/** The two entrances to the sign-up (specification 2.2), and below them what the service is. */
export function Screen() {
  const skipsStatus = experimentState(bootData(), 'remove-co-parent-status') === 'treatment';
  useExposure('remove-co-parent-status');
  return (
    <div className={style.page} data-bleed="">
      <div className={style.words}>
        <PageHeading title={m.landing_title()}>{m.landing_heading()}</PageHeading>
        <ChoiceCards label={m.landing_doors()}>
          <ChoiceCardLink
            filled
            icon="M4 11 12 4l8 7v9h-5.5v-6h-5v6H4z"
            to={joinAddress(skipsStatus ? paths.yourDetails : paths.coParentStatus)}
            title={m.landing_parents()}
            text={m.landing_parents_text()}
          />
          <ChoiceCardLink
            icon="M3 8h18v12H3zm6 0V4.500h6V8M3 13.500h18"
            to={joinAddress(paths.professional)}
            title={m.chrome_for_professionals()}
            text={m.landing_professionals_text()}
          />
        </ChoiceCards>
      </div>
      <BelowTheDoors language={useDeferredValue(currentLanguage())} />
    </div>
  );
}

/**
 * Prerendered HTML that stays as it is: its code loads only if the page was not prerendered, or in the other language.
 */
function BelowTheDoors({ language }: { language: string }) {
  const [given] = useState(() => typeof document !== 'undefined' && document.getElementById(aboutId)?.lang);
  const shared = { id: aboutId, lang: language, className: style.about };
  if (given === language) return <div {...shared} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
  return (
    <div {...shared}>
      <Suspense>
        <About />
      </Suspense>
    </div>
  );
}
