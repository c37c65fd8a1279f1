import { Link } from 'react-router';
import { experimentState } from '#contract/boot.ts';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { joinAddress } from '#web/site/addresses.ts';
import { useExposure } from '#web/analytics/use-exposure.ts';
import { bootData } from '#web/site/boot.ts';
import { ChoiceCardLink, ChoiceCards } from '#web/ui/ChoiceCard.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { HousesPicture } from './HousesPicture.tsx';
import style from './landing.module.css';

/** The two entrances to the sign-up (specification 2.2). */
export function Screen() {
  const skipsStatus = experimentState(bootData(), 'remove-co-parent-status') === 'treatment';
  useExposure('remove-co-parent-status');
  return (
    <div className={style.hero}>
      <div className={style.words}>
        <PageHeading title={m.landing_title()} subtitle={m.landing_lead()}>
          {m.landing_heading()}
        </PageHeading>
        <ChoiceCards label={m.landing_doors()}>
          <ChoiceCardLink
            to={joinAddress(skipsStatus ? paths.yourDetails : paths.coParentStatus)}
            title={m.landing_parents()}
            text={m.landing_parents_text()}
          />
          <ChoiceCardLink
            to={joinAddress(paths.professional)}
            title={m.chrome_for_professionals()}
            text={m.landing_professionals_text()}
          />
        </ChoiceCards>
        <Link to={joinAddress(paths.resume)}>{m.landing_resume()}</Link>
      </div>
      <HousesPicture label={m.landing_picture()} />
    </div>
  );
}
