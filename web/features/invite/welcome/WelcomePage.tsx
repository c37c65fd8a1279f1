import { useState } from 'react';
import type { InviteContext } from '#contract/api/invites/invites.ts';
import { experimentState } from '#contract/boot.ts';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { useExposure } from '#web/analytics/use-exposure.ts';
import { bootData } from '#web/site/boot.ts';
import { Accordion } from '#web/ui/Accordion.tsx';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { startsOnCoParentsPlan } from '../click-to-join.ts';
import { FamilyMembers } from './FamilyMembers.tsx';
import { SocialProof } from './SocialProof.tsx';
import style from './welcome.module.css';

type Props = { context: InviteContext; starting: boolean; onStart: () => void };

/** Who sent the invite, what it costs, what happens to the input, then the button (specification 2.10). */
export function WelcomePage({ context, starting, onStart }: Props) {
  const { experiments } = bootData();
  const isRebranded = experimentState(bootData(), 'click-to-join-brand-update') === 'treatment';
  const { isSubscriptionCurrent, familyMembers } = context;
  // The invite was completed earlier, and the page is opened again.
  const isReady = context.authToken !== null;
  useExposure(
    'click-to-join-brand-update',
    'social-proof',
    ...(isSubscriptionCurrent ? [] : (['click-to-join'] as const)),
  );
  return (
    <div className={`${layout.page} ${style.page}`} data-look={isRebranded ? 'brand' : undefined}>
      <PageHeading
        focusOnLoad
        title={m.invite_title()}
        subtitle={
          isReady ? m.invite_ready_subtitle() : isSubscriptionCurrent ? m.invite_subtitle_paid() : m.invite_subtitle()
        }
      >
        {isReady ? m.invite_ready_heading() : headingOf(context)}
      </PageHeading>
      <div className={style.columns}>
        <div className={layout.page}>
          <Card as="section" labelledBy="invite-family">
            <h2 id="invite-family">{m.invite_family()}</h2>
            <FamilyMembers members={familyMembers} ownId={context.userId} />
            {isSubscriptionCurrent && (
              <Notice tone="success">
                <p>
                  <strong>{m.invite_paid()}</strong>
                </p>
              </Notice>
            )}
            {!isSubscriptionCurrent && startsOnCoParentsPlan({ context, experiments }) && (
              <Notice>
                <p>{m.invite_same_plan()}</p>
              </Notice>
            )}
            <Actions>
              <Button waiting={starting} onClick={onStart}>
                {isReady ? m.invite_ready_start() : m.invite_get_started()}
              </Button>
            </Actions>
            <p className={style.small}>
              {isReady ? m.invite_ready_next() : isSubscriptionCurrent ? m.invite_next_paid() : m.invite_next()}
            </p>
          </Card>
          {experimentState(bootData(), 'social-proof') === 'treatment' && <SocialProof />}
        </div>
        <Questions paid={isSubscriptionCurrent} />
      </div>
    </div>
  );
}

/** An inviter who has left has no name any more. */
function headingOf({ userCreatedByPro, proFirstName, proLastName, inviterFirstName }: InviteContext): string {
  const name = userCreatedByPro ? `${proFirstName ?? ''} ${proLastName ?? ''}`.trim() : inviterFirstName;
  if (name) return m.invite_heading({ brand: brand.name, name });
  return (userCreatedByPro ? m.invite_heading_professional : m.invite_heading_parent)({ brand: brand.name });
}

type Question = 'what' | 'see' | 'cost' | 'after' | 'leave';
const answers: Record<Question, { title: () => string; text: () => string }> = {
  what: { title: () => m.invite_faq_what({ brand: brand.name }), text: () => m.invite_faq_what_answer() },
  see: { title: () => m.invite_faq_see(), text: () => m.invite_faq_see_answer() },
  cost: { title: () => m.invite_faq_cost(), text: () => m.invite_faq_cost_answer() },
  after: { title: () => m.invite_faq_after(), text: () => m.invite_faq_after_answer() },
  leave: { title: () => m.invite_faq_leave(), text: () => m.invite_faq_leave_answer() },
};

function Questions({ paid }: { paid: boolean }) {
  const [open, setOpen] = useState<Question | null>(null);
  const shown = (Object.keys(answers) as Question[]).filter((key) => !paid || key !== 'cost');
  return (
    <section className={style.questions} aria-labelledby="invite-questions">
      <h2 id="invite-questions">{m.invite_faq()}</h2>
      <Accordion
        open={open}
        onOpen={setOpen}
        sections={shown.map((key) => ({ key, title: answers[key].title(), content: <p>{answers[key].text()}</p> }))}
      />
    </section>
  );
}
