import type { ReactNode } from 'react';
import { experimentState } from '#contract/boot.ts';
import { supportPhone } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import { bootData } from '#web/site/boot.ts';
import { Notice } from '#web/ui/Card.tsx';

/** A site without texts offers none, anywhere. */
export const sendsTexts = () => bootData().noTexts !== true;

/** None is sent now: by a site without texts, or while they are switched off, which the server checks once more. */
export const areTextsOff = () => !sendsTexts() || experimentState(bootData(), 'hide-texts') === 'treatment';

/** Promises a code by text; while texts are switched off, says so and what to do instead. */
export function TextPromise({ children = null }: { children?: ReactNode }) {
  if (!areTextsOff()) return children;
  return (
    <Notice>
      <p>{m.problem_texts_off({ phone: supportPhone(bootData().siteCountry).display })}</p>
    </Notice>
  );
}
