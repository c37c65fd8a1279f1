import type { Reach } from '#contract/account/reach.ts';
import { type ReachChannel, reachChannels, unrestrictedReach } from '#contract/account/reach-channels.ts';
import { m } from '#messages/messages.js';
import { sendsTexts } from '#web/problems/TextPromise.tsx';
import fields from '#web/ui/form/fields.module.css';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { ReachHours } from './ReachHours.tsx';
import style from './reach.module.css';

const names: Record<ReachChannel, () => string> = {
  mail: () => m.reach_mail(),
  text: () => m.reach_text(),
  call: () => m.reach_call(),
};
/** The consequence of never using a channel. */
const consequences: Record<ReachChannel, () => string> = {
  mail: () => m.reach_mail_off(),
  text: () => m.reach_text_off(),
  call: () => m.reach_call_off(),
};

type Props = {
  /** Undefined if the person has no preferences yet. */
  reach: Reach | undefined;
  onChange: (reach: Reach) => void;
  /** Without an account, a person who turns mails off loses more. */
  joining?: boolean;
};

/** Which channels may be used, at which hours and with how neutral a text. */
export default function ReachFields({ reach = unrestrictedReach, onChange, joining = false }: Props) {
  const offered = reachChannels.filter((channel) => channel !== 'text' || sendsTexts());
  const change = (part: Partial<Reach>) => onChange({ ...reach, ...part });
  return (
    <div className={layout.part}>
      <p className={layout.soft}>{m.reach_lead()}</p>
      <fieldset className={fields.group}>
        <legend className={fields.label}>{m.reach_channels()}</legend>
        <div className={fields.stack}>
          {offered.map((channel) => (
            <div key={channel} className={style.note}>
              <Tick label={names[channel]()} checked={reach[channel]} onChange={(on) => change({ [channel]: on })} />
              <LiveText>
                {!reach[channel] && <p className={layout.soft}>{consequences[channel]()}</p>}
                {joining && channel === 'mail' && !reach.mail && (
                  <p className={layout.soft}>{m.reach_mail_off_joining()}</p>
                )}
              </LiveText>
            </div>
          ))}
        </div>
      </fieldset>
      <ReachHours hours={reach.hours} onChange={(hours) => change({ hours })} />
      <div className={style.note}>
        <Tick label={m.reach_neutral()} checked={reach.neutral} onChange={(neutral) => change({ neutral })} />
        <p className={layout.soft}>{m.reach_neutral_hint()}</p>
      </div>
    </div>
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
