import { m } from '#messages/messages.js';
import { SharedPage } from '../SharedPage.tsx';
import { ReachSettings } from './Reach.tsx';

/** By which channels and at which hours people may be reached. */
export function Screen() {
  return (
    <SharedPage heading={m.reach_heading()}>
      <ReachSettings />
    </SharedPage>
  );
}
