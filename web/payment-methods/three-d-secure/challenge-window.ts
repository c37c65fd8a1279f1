import { m } from '#messages/messages.js';
import { offerNoticePlace } from '#web/ui/WithinReach.tsx';
import type { Challenge } from './authentication.ts';
import style from './challenge-window.module.css';

export type ChallengeWindow = Challenge & { remove: () => void };

/**
 * A dialog for the issuer's challenge, hidden until there is one. It belongs to the document, not to a screen, because
 * the card's screen may be hidden when Pay is clicked.
 */
export function openChallengeWindow(): ChallengeWindow {
  const dialog = document.createElement('dialog');
  dialog.className = style.window ?? '';
  const place = document.createElement('div');
  place.className = style.place ?? '';
  const title = element('h2', { className: style.title, text: m.payment_methods_authentication_title() });
  title.id = `challenge-${crypto.randomUUID()}`;
  title.tabIndex = -1;
  dialog.setAttribute('aria-labelledby', title.id);
  const close = element('button', { className: style.close, text: m.payment_methods_authentication_close() });
  close.type = 'button';
  const notices = document.createElement('div');
  dialog.append(title, element('p', { text: m.payment_methods_authentication_lead() }), place, close, notices);
  document.body.append(dialog);

  let onClose: (() => void) | null = null;
  let takeNoticesAway = () => undefined as void;
  close.addEventListener('click', () => onClose?.());
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    onClose?.();
  });
  return {
    place,
    show() {
      if (dialog.open) return;
      dialog.showModal();
      takeNoticesAway = offerNoticePlace(notices);
      title.focus();
    },
    onClosed(listener) {
      onClose = listener;
    },
    remove() {
      takeNoticesAway();
      // Anything still running after its time limit ends with the window.
      onClose?.();
      dialog.close();
      dialog.remove();
    },
  };
}

function element<Tag extends 'h2' | 'p' | 'button'>(
  tag: Tag,
  { className, text }: { className?: string | undefined; text: string },
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  if (className) created.className = className;
  created.textContent = text;
  return created;
}
