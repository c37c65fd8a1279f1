import { type ComponentType, useEffect, useState } from 'react';
import { bootData } from '#web/site/boot.ts';

/** Asks for consent to optional storage where the law requires it first. Its code loads only there. */
export function StorageQuestion() {
  const [Question, setQuestion] = useState<ComponentType>();
  useEffect(() => {
    if (bootData().consent !== 'ask') return;
    // Nothing optional is stored before an answer, so a question that fails to load does no harm.
    void import('./StorageQuestionCard.tsx').then(
      ({ StorageQuestionCard }) => setQuestion(() => StorageQuestionCard),
      () => undefined,
    );
  }, []);
  return Question ? <Question /> : null;
}
