import { useId, useState } from 'react';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { joinAddress } from '#web/site/addresses.ts';
import { Actions, ButtonLink } from '#web/ui/Button.tsx';
import { ChoiceCardButton, ChoiceCardLink, ChoiceCards } from '#web/ui/choices/ChoiceCard.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { AlreadyInvited } from './AlreadyInvited.tsx';

/** "Does your co-parent already have an account?": No continues, Yes explains how to join them (specification 2.2). */
export function Screen() {
  const [hasAccount, setHasAccount] = useState(false);
  const noteId = useId();
  return (
    <div className={layout.message}>
      <PageHeading title={m.co_parent_status_title()} subtitle={m.co_parent_status_lead()}>
        {m.co_parent_status_heading()}
      </PageHeading>
      <ChoiceCards label={m.co_parent_status_heading()}>
        <ChoiceCardLink to={joinAddress(paths.yourDetails)} title={m.ui_no()} text={m.co_parent_status_no_text()} />
        <ChoiceCardButton
          title={m.ui_yes()}
          text={m.co_parent_status_yes_text()}
          open={hasAccount}
          controls={noteId}
          onPress={() => setHasAccount(!hasAccount)}
        />
      </ChoiceCards>
      <div id={noteId} role="status">
        {hasAccount && <AlreadyInvited />}
      </div>
      <Actions>
        <ButtonLink variant="link" to={joinAddress(paths.landing)}>
          {m.ui_back()}
        </ButtonLink>
      </Actions>
    </div>
  );
}
