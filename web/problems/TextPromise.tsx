import type { ReactNode } from 'react';
import { experimentState } from '#contract/boot.ts';
import { supportPhone } from '#contract/countries.ts';
import { m } from '#messages/messages.js';
import { bootData } from '#web/site/boot.ts';
import { Notice } from '#web/ui/Card.tsx';

/** As this page was told when it was sent; what is asked for meanwhile is looked at again where it is sent. */
export const areTextsOff = () => experimentState(bootData(), 'hide-texts') === 'treatment';

/** What promises a code by text; while texts are switched off, that none comes and what to do instead. */
export function TextPromise({ children = null }: { children?: ReactNode }) {
  if (!areTextsOff()) return children;
  return (
    <Notice>
      <p>{m.problem_texts_off({ phone: supportPhone(bootData().siteCountry).display })}</p>
    </Notice>
  );
}
