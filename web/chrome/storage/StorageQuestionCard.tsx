import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { m } from '#messages/messages.js';
import { useLanguage } from '#web/i18n/language.ts';
import { addresses } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { Button } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import style from './StorageQuestion.module.css';
import { answerStorageQuestion } from './storage-consent.ts';

/** Both choices look alike, and neither is needed to continue. */
export function StorageQuestionCard() {
  useLanguage();
  const { pathname } = useLocation();
  const [answered, setAnswered] = useState(false);
  if (answered || bootData().consent !== 'ask' || pathname === addresses.storage) return null;
  const answer = (allowed: boolean) => {
    answerStorageQuestion(allowed);
    setAnswered(true);
  };
  return (
    <aside className={style.question} aria-label={m.storage_link()}>
      <p>
        {m.storage_question()} <Link to={addresses.storage}>{m.storage_what_we_keep()}</Link>
      </p>
      <div className={layout.row}>
        <Button variant="quiet" onClick={() => answer(true)}>
          {m.storage_allow()}
        </Button>
        <Button variant="quiet" onClick={() => answer(false)}>
          {m.storage_refuse()}
        </Button>
      </div>
    </aside>
  );
}
