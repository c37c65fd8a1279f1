import type { ReactNode } from 'react';
import { experimentState } from '#contract/boot.ts';
import { supportPhone } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import { bootData } from '#web/site/boot.ts';
import { Notice } from '#web/ui/Card.tsx';

/** Whether texts were switched off when the page was served; the server checks again when it sends one. */
export const areTextsOff = () => experimentState(bootData(), 'hide-texts') === 'treatment';

/** Promises a code by text; while texts are switched off, says so and what to do instead. */
export function TextPromise({ children = null }: { children?: ReactNode }) {
  if (!areTextsOff()) return children;
  return (
    <Notice>
      <p>{m.problem_texts_off({ phone: supportPhone(bootData().siteCountry).display })}</p>
    </Notice>
  );
}
