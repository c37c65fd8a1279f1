import { useWatch } from 'react-hook-form';
import { type InviteTiming, inviteWhens } from '#contract/invites/invite-timing.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ChoiceGroup } from '#web/ui/form/ChoiceGroup.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { InvitePreview, type LoadPreview } from './InvitePreview.tsx';
import { dayBounds, type TimingValues, timingOf, timingSchema } from './timing-form.ts';
import { nameOf } from './timing-text.ts';

/** Resolves to null once saved. */
export type SaveTiming = (timing: InviteTiming) => Promise<CallProblem | null>;
export type TimingProps = {
  firstName: string;
  email: string;
  /** Of the inviter (IANA name). */
  timeZone: string;
  timing: Pick<InviteTiming, 'when' | 'day' | 'language'>;
  /** Null once the planned time has passed: then a button sends the invite. */
  now: 'after paying' | null;
  paid: boolean;
  save: SaveTiming;
  load: LoadPreview;
  onClose: () => void;
};

const choices: Record<InviteTiming['when'], { label: () => string; detail?: () => string }> = {
  NOW: { label: () => m.inviting_now() },
  ON_DAY: { label: () => m.inviting_on_day() },
  LATER: { label: () => m.inviting_later(), detail: () => m.inviting_later_detail() },
  LETTER: { label: () => m.inviting_letter(), detail: () => m.inviting_letter_detail() },
  NEVER: { label: () => m.inviting_never(), detail: () => m.inviting_never_detail() },
};
const languageNames = { en: 'English', es: 'Español' };

/** When and how the co-parent is invited, with the preview. */
export function TimingDialog({ firstName, email, timeZone, timing, now, paid, save, load, onClose }: TimingProps) {
  const form = useContractForm<TimingValues, TimingValues>({
    schema: lateSchema(
      () => Promise.resolve(timingSchema(timeZone)),
      (schema) => schema,
    ),
    defaultValues: { when: timing.when, day: timing.day ?? '', language: timing.language ?? currentLanguage() },
    labels: {
      when: () => m.inviting_when({ name: nameOf(firstName) }),
      day: () => m.inviting_day(),
      language: () => m.inviting_language(),
    },
    onSubmit: async (values): Promise<void> => {
      const problem = await save(timingOf(values));
      if (problem) applyProblem(form, problem);
      else onClose();
    },
  });
  const { when, language } = useWatch({ control: form.form.control });
  const { from, until } = dayBounds(timeZone);
  const offered = inviteWhens.filter((one) => one !== 'NOW' || now !== null);
  return (
    // Inside another form, whose submit this must not trigger.
    <div onSubmit={(event) => event.stopPropagation()}>
      <Dialog open onClose={onClose} title={m.inviting_when({ name: nameOf(firstName) })}>
        <Form of={form}>
          <ChoiceGroup
            {...form.field('when')}
            label={m.inviting_change_any_time()}
            choices={offered.map((value) => ({
              value,
              label: choices[value].label(),
              detail: choices[value].detail?.(),
            }))}
          />
          {when === 'ON_DAY' && (
            <TextField
              {...form.field('day')}
              type="date"
              min={from}
              max={until}
              autoComplete="off"
              hint={m.inviting_day_hint()}
            />
          )}
          {when !== 'NEVER' && (
            <ChoiceGroup
              {...form.field('language')}
              columns
              choices={(['en', 'es'] as const).map((value) => ({ value, label: languageNames[value] }))}
            />
          )}
          <Actions>
            <Submit of={form}>{m.inviting_save()}</Submit>
            <Button variant="link" onClick={onClose}>
              {m.ui_close()}
            </Button>
          </Actions>
        </Form>
        {when !== 'NEVER' && when !== 'LETTER' && (
          <InvitePreview folded firstName={firstName} email={email} paid={paid} language={language} load={load} />
        )}
      </Dialog>
    </div>
  );
}
