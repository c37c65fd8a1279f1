import { m } from '#messages/messages.js';
import { Actions, Button } from '#web/ui/Button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import layout from '#web/ui/layout.module.css';
import { showToast } from '#web/ui/toast-list.ts';
import style from './new-address.module.css';

/** The secret URL of the calendar feed, shown only once. */
export function NewAddress({ address }: { address: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(address).then(
      () => showToast({ text: m.calendar_feed_copied() }),
      () => showToast({ text: m.calendar_feed_not_copied(), tone: 'error' }),
    );
  };
  return (
    <section ref={focusOnMount} tabIndex={-1} aria-label={m.calendar_feed_label()} className={layout.quietFocus}>
      <div className={layout.part}>
        <code className={style.address}>{address}</code>
        <p>{m.calendar_feed_secret()}</p>
        <Actions>
          <Button onClick={() => void copy()}>{m.calendar_feed_copy()}</Button>
          <a className={style.open} href={address.replace(/^https?:/, 'webcal:')}>
            {m.calendar_feed_open()}
          </a>
        </Actions>
      </div>
    </section>
  );
}
