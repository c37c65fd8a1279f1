import { type ComponentType, useEffect, useState } from 'react';
import { bootData } from '#web/site/boot.ts';

/** Asks, at the end of the page, where the law wants to be asked first. Its code comes only to who is asked. */
export function StorageQuestion() {
  const [Question, setQuestion] = useState<ComponentType>();
  useEffect(() => {
    if (bootData().consent !== 'ask') return;
    // Nothing is kept for as long as nobody answers: a question that does not come is no loss.
    void import('./StorageQuestionCard.tsx').then(
      ({ StorageQuestionCard }) => setQuestion(() => StorageQuestionCard),
      () => undefined,
    );
  }, []);
  return Question ? <Question /> : null;
}
