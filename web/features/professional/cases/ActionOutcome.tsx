import type { CaseAction, ReasonLeftOut } from '#contract/professionals/case-actions.ts';
import { m } from '#messages/messages.js';
import { saveBase64Pdf } from '#web/api/save-file.ts';
import { listed } from '#web/i18n/listed.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import layout from '#web/ui/layout.module.css';
import { fullName } from './case-texts.ts';
import type { Acted } from './use-acting.ts';

const doneTexts: Record<CaseAction, (count: { count: number }) => string> = {
  INVITE: m.pro_bulk_done_INVITE,
  LETTERS: m.pro_bulk_done_LETTERS,
  ARCHIVE: m.pro_bulk_done_ARCHIVE,
  RESTORE: m.pro_bulk_done_RESTORE,
};
/** Whoever has joined needs nothing. */
const leftTexts: Partial<Record<ReasonLeftOut, (names: { names: string }) => string>> = {
  NO_EMAIL: m.pro_bulk_left_NO_EMAIL,
  RETURNED: m.pro_bulk_left_RETURNED,
  WITHDRAWN: m.pro_bulk_left_WITHDRAWN,
  BEGUN: m.pro_bulk_left_BEGUN,
  LATER: m.pro_bulk_left_LATER,
};
const letterTexts = { en: m.pro_bulk_letters_en, es: m.pro_bulk_letters_es };

/**
 * The outcome of an action on many families, who was left out and why, and the letters to download. Takes the focus
 * from the bar of the selection, which goes.
 */
export function ActionOutcome({ acted }: { acted: Acted | null }) {
  if (acted === null) return null;
  return (
    <div ref={focusOnMount} tabIndex={-1} className={layout.quietFocus}>
      <Outcome acted={acted} />
    </div>
  );
}

function Outcome({ acted: { action, results, letters } }: { acted: Acted }) {
  const changed = results.filter(({ family }) => family !== null);
  const isOfParents = action === 'INVITE' || action === 'LETTERS';
  const count = isOfParents ? changed.reduce((sum, { done }) => sum + done, 0) : changed.length;
  return (
    <Card>
      <p>{doneTexts[action]({ count })}</p>
      {Object.entries(leftTexts).map(([why, text]) => {
        const names = namesOf(changed, why as ReasonLeftOut);
        return names.length > 0 && <p key={why}>{text({ names: listed(names) })}</p>;
      })}
      {letters.length > 0 && (
        <Actions>
          {letters.map(({ language, fileName, pdfBase64 }) => (
            <Button key={language} variant="quiet" onClick={() => saveBase64Pdf(pdfBase64, fileName)}>
              {letterTexts[language]()}
            </Button>
          ))}
        </Actions>
      )}
    </Card>
  );
}

function namesOf(results: Acted['results'], reason: ReasonLeftOut): string[] {
  return results.flatMap(({ family, leftOut }) => {
    const ids = leftOut.filter(({ why }) => why === reason).map(({ userId }) => userId);
    return (family?.parents ?? []).filter(({ userId }) => ids.includes(userId)).map(fullName);
  });
}
