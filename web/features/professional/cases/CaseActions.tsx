import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import style from '../pro.module.css';
import { CorrectNames } from './CorrectNames.tsx';

type Props = {
  family: ProfessionalCase;
  /** Changed on this page: the new button takes the focus from the removed one. */
  isChanged: boolean;
  onChanged: (family: ProfessionalCase) => void;
};

/** Says that a family is archived, with an undo button. */
export function Archived({ family, isChanged, onChanged }: Props) {
  const { busy, archive } = useArchive({ family, onChanged });
  const button = useFocusOnArrival(isChanged);
  return (
    <Card>
      <LiveText>
        <p>{m.pro_case_archived()}</p>
      </LiveText>
      <div>
        <Button ref={button} variant="quiet" waiting={busy} onClick={() => archive(false)}>
          {m.pro_case_restore()}
        </Button>
      </div>
    </Card>
  );
}

/** Actions on the family as a whole. */
export function CaseActions({ family, isChanged, onChanged }: Props) {
  const [correcting, setCorrecting] = useState(false);
  const mayCorrect = family.mayChangeChildren || family.parents.some(({ stage }) => stage !== 'JOINED');
  const close = () => setCorrecting(false);
  return (
    <div className={style.actions}>
      {mayCorrect && (
        <Button variant="quiet" onClick={() => setCorrecting(true)}>
          {m.pro_case_names()}
        </Button>
      )}
      {!family.archived && <ArchiveButton family={family} isChanged={isChanged} onChanged={onChanged} />}
      <Dialog open={correcting} onClose={close} title={m.pro_case_names()}>
        <CorrectNames
          family={family}
          onCorrected={(corrected) => {
            close();
            onChanged(corrected);
            showToast({ text: m.pro_case_names_done() });
          }}
        />
      </Dialog>
    </div>
  );
}

function ArchiveButton({ isChanged, ...props }: Props) {
  const { busy, archive } = useArchive(props);
  const button = useFocusOnArrival(isChanged);
  return (
    <Button ref={button} variant="link" waiting={busy} onClick={() => archive(true)}>
      {m.pro_case_archive()}
    </Button>
  );
}

function useFocusOnArrival(isChanged: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const [takesFocus] = useState(isChanged);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return button;
}

function useArchive({ family: { familyId }, onChanged }: Omit<Props, 'isChanged'>) {
  const [busy, setBusy] = useState(false);
  const archive = async (archived: boolean) => {
    setBusy(true);
    const result = await call('PUT /v2/professional/cases/:familyId/archive', {
      params: { familyId },
      body: { archived },
    });
    setBusy(false);
    if (!result.ok) return showError(result.problem);
    onChanged(result.data);
    if (!archived) showToast({ text: m.pro_case_restored() });
  };
  return { busy, archive: (archived: boolean) => void archive(archived) };
}
