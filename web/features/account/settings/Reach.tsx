import { useState } from 'react';
import { type Reach, type ReachChannel, reachChannels } from '#contract/reach.ts';
import { m } from '#messages/messages.js';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import fields from '#web/ui/form/fields.module.css';
import layout from '#web/ui/layout.module.css';
import { LiveText } from '#web/ui/LiveText.tsx';
import { CardSkeletons } from '../AccountPage.tsx';
import { ReachHours } from './ReachHours.tsx';

const names: Record<ReachChannel, () => string> = {
  mail: () => m.reach_mail(),
  text: () => m.reach_text(),
  call: () => m.reach_call(),
};
/** What it means that a channel is never used. */
const consequences: Record<ReachChannel, () => string> = {
  mail: () => m.reach_mail_off(),
  text: () => m.reach_text_off(),
  call: () => m.reach_call_off(),
};

/** By which channels, at which hours and how neutrally somebody may be reached. */
export function ReachSettings() {
  const answer = useSignedInQuery('GET /v2/account/reach', {});
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  if (answer.state === 'loading') return <CardSkeletons count={1} />;
  return <ReachForm known={answer.data} onSaved={answer.replace} />;
}

function ReachForm({ known, onSaved }: { known: Reach; onSaved: (reach: Reach) => void }) {
  const [reach, setReach] = useState(known);
  const [state, setState] = useState<'typing' | 'saving' | 'saved'>('typing');
  const change = (part: Partial<Reach>) => {
    setReach({ ...reach, ...part });
    setState('typing');
  };
  const save = async () => {
    setState('saving');
    const result = await callFresh('PUT /v2/account/reach', { body: reach });
    setState(result.ok ? 'saved' : 'typing');
    if (!result.ok) return showError(result.problem);
    onSaved(result.data);
  };
  return (
    <Card>
      <div className={layout.part}>
        <p className={layout.soft}>{m.reach_lead()}</p>
        <fieldset className={fields.group}>
          <legend className={fields.label}>{m.reach_channels()}</legend>
          <div className={fields.stack}>
            {reachChannels.map((channel) => (
              <div key={channel}>
                <Tick label={names[channel]()} checked={reach[channel]} onChange={(on) => change({ [channel]: on })} />
                <LiveText>{!reach[channel] && <p className={layout.soft}>{consequences[channel]()}</p>}</LiveText>
              </div>
            ))}
          </div>
        </fieldset>
        <ReachHours hours={reach.hours} onChange={(hours) => change({ hours })} />
        <div>
          <Tick label={m.reach_neutral()} checked={reach.neutral} onChange={(neutral) => change({ neutral })} />
          <p className={layout.soft}>{m.reach_neutral_hint()}</p>
        </div>
        <div>
          <Button waiting={state === 'saving'} onClick={() => void save()}>
            {m.reach_save()}
          </Button>
        </div>
        <LiveText>{state === 'saved' && <p className={layout.soft}>{m.reach_saved()}</p>}</LiveText>
      </div>
    </Card>
  );
}

function Tick({ label, checked, onChange }: { label: string; checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className={fields.choice}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
    </label>
  );
}
