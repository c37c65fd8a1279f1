import { m } from '#messages/messages.js';
import { SharedPage } from '../SharedPage.tsx';
import { ReachSettings } from './Reach.tsx';

/** The channels and hours for contacting people. */
export function Screen() {
  return (
    <SharedPage heading={m.reach_heading()}>
      <ReachSettings />
    </SharedPage>
  );
}
