import { useState } from 'react';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { saveBase64Pdf } from '#web/api/save-file.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { showError } from '#web/problems/show-error.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { useFocusInto } from '#web/ui/form/use-focus-into.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { coParentText } from '../co-parent-text.ts';
import { ChangeTiming } from './ChangeTiming.tsx';
import type { FamilyView } from './family-names.ts';
import { WithdrawInvite } from './WithdrawInvite.tsx';

type CoParent = NonNullable<FamilyView['coParent']>;
type Invited = CoParent & { invite: NonNullable<CoParent['invite']> };
type Props = { coParent: Invited; onChanged: (family: FamilyView) => void };

/** The inviter's view of their invite: where it was sent, and the actions until the co-parent has joined. */
export function CoParentInvite({ coParent, onChanged }: Props) {
  const { firstName: name, invite } = coParent;
  const [announcement, setAnnouncement] = useState('');
  const [busy, setBusy] = useState<'send' | 'print' | null>(null);
  const [correcting, setCorrecting] = useState(false);
  const part = useFocusInto<HTMLDivElement>(correcting, '[data-correct]');
  const waits = invite.timing !== null;
  const changed = (family: FamilyView, text: string) => {
    setAnnouncement(text);
    setCorrecting(false);
    onChanged(family);
  };
  const send = async () => {
    setBusy('send');
    const sent = await call('POST /v2/account/co-parent/invites', {});
    setBusy(null);
    if (sent.ok) changed(sent.data, m.account_invite_sent({ name }));
    else showError(sent.problem);
  };
  const print = async () => {
    setBusy('print');
    const printed = await call('POST /v2/account/co-parent/letters', {});
    setBusy(null);
    if (!printed.ok) return showError(printed.problem);
    const { code, address, expiresOn, fileName, pdfBase64 } = printed.data;
    saveBase64Pdf(pdfBase64, fileName);
    setAnnouncement(m.account_invite_printed({ address, code, date: longDay(expiresOn) }));
    // A printed letter ends the waiting: the invite can then be withdrawn, but not rescheduled.
    const family = await call('GET /v2/account/family', {});
    if (family.ok) onChanged(family.data);
  };
  return (
    <div ref={part} className={layout.part}>
      <p>{coParentText(coParent)}</p>
      {invite.email !== '' && <p className={layout.soft}>{m.account_invite_address({ email: invite.email })}</p>}
      <LiveText>{announcement !== '' && !invite.returned && <Notice tone="success">{announcement}</Notice>}</LiveText>
      <Actions>
        {invite.email !== '' && !invite.returned && (
          <Button
            variant={invite.withdrawn || waits ? 'primary' : 'quiet'}
            waiting={busy === 'send'}
            onClick={() => void send()}
          >
            {sendLabel(invite)}
          </Button>
        )}
        {invite.timing && (
          <ChangeTiming
            name={name}
            email={invite.email}
            timing={invite.timing}
            onChanged={(family) => changed(family, m.inviting_saved())}
          />
        )}
        {invite.email !== '' && !correcting && (
          <Button data-correct="" variant={invite.returned ? 'primary' : 'link'} onClick={() => setCorrecting(true)}>
            {m.account_invite_correct()}
          </Button>
        )}
        <Button
          variant={invite.email === '' ? 'quiet' : 'link'}
          waiting={busy === 'print'}
          onClick={() => void print()}
        >
          {m.account_invite_print()}
        </Button>
        {!waits && !invite.withdrawn && invite.email !== '' && (
          <WithdrawInvite
            name={name}
            onWithdrawn={(family) => {
              changed(family, m.account_invite_withdrawn({ name }));
              // The button to which the dialog would return the focus is removed.
              setTimeout(() => document.getElementById('family')?.focus());
            }}
          />
        )}
      </Actions>
      {correcting && (
        <CorrectAddress
          hint={correctHint(coParent)}
          waits={waits}
          onCorrected={(family) =>
            changed(family, waits ? m.inviting_address_saved() : m.account_invite_sent({ name }))
          }
          onClose={() => setCorrecting(false)}
        />
      )}
    </div>
  );
}

function sendLabel({ withdrawn, timing, byLetter }: Invited['invite']): string {
  if (withdrawn || timing) return m.account_invite_send();
  return byLetter ? m.inviting_send_by_email() : m.account_invite_send_again();
}

function correctHint({ firstName: name, invite }: Invited): string {
  if (invite.timing) return m.inviting_address_hint({ name });
  return invite.returned ? m.account_invite_returned_hint() : m.account_invite_correct_hint({ name });
}

type CorrectProps = { hint: string; waits: boolean; onCorrected: (family: FamilyView) => void; onClose: () => void };

function CorrectAddress({ hint, waits, onCorrected, onClose }: CorrectProps) {
  const form = useContractForm({
    schema: lateSchema(
      () => import('#contract/invites/co-parent-email.ts'),
      ({ coParentEmail }) => coParentEmail,
    ),
    defaultValues: { email: '' },
    labels: { email: () => m.co_parent_email() },
    onSubmit: async (body): Promise<void> => {
      const corrected = await call('PUT /v2/account/co-parent/email', { body });
      if (corrected.ok) onCorrected(corrected.data);
      else applyProblem(form, corrected.problem);
    },
  });
  return (
    <Form of={form}>
      <TextField {...form.field('email')} type="email" autoComplete="off" hint={hint} />
      <Actions>
        <Submit of={form}>{waits ? m.inviting_save() : m.account_invite_correct_save()}</Submit>
        <Button variant="quiet" onClick={onClose}>
          {m.ui_close()}
        </Button>
      </Actions>
    </Form>
  );
}
