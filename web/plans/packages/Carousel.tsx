import { type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { m } from '#messages/messages.js';
import { slideSpacing } from './carousel-mode.ts';
import { Icon } from '#web/ui/Icon.tsx';
import style from './Carousel.module.css';

type Slide = { key: string | number; content: ReactNode };
/** `show` brings the card of a place into sight, and the focus to it. */
export type CarouselHandle = { show: (index: number) => void };
type Props = {
  label: string;
  slides: readonly Slide[];
  cardsInView: number;
  peek: boolean;
  ref: Ref<CarouselHandle>;
};

/** Cards in a row that is swiped or moved by buttons. Those out of sight are inert: they cannot be reached by Tab. */
export function Carousel({ label, slides, cardsInView, peek, ref }: Props) {
  const track = useRef<HTMLUListElement>(null);
  const id = useId();
  const [first, setFirst] = useState(0);
  /** Where presses have asked to go and the row has not come yet. */
  const wanted = useRef<number | null>(null);
  const last = Math.max(0, slides.length - cardsInView);
  const shown = Math.min(first, last);
  const step = () => stepOf(track.current);
  const look = () => {
    const list = track.current;
    if (!list) return;
    const atEnd = list.scrollLeft + list.clientWidth >= list.scrollWidth - 1;
    const at = atEnd ? last : Math.min(last, Math.round(list.scrollLeft / step()));
    if (at === wanted.current) wanted.current = null;
    setFirst(at);
  };
  // Two presses move two, also while the row is on its way.
  const move = (by: 1 | -1) => {
    const index = Math.min(last, Math.max(0, (wanted.current ?? shown) + by));
    wanted.current = index;
    const smooth = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    track.current?.scrollTo({ left: index * step(), behavior: smooth ? 'smooth' : 'instant' });
  };
  useImperativeHandle(
    ref,
    () => ({
      show: (index) => {
        const at = Math.min(last, index);
        // A card out of sight is inert, and takes no focus.
        flushSync(() => setFirst(at));
        track.current?.scrollTo({ left: at * stepOf(track.current), behavior: 'instant' });
        const card = track.current?.children[index];
        if (!(card instanceof HTMLElement)) return;
        card.focus({ preventScroll: true });
        card.scrollIntoView({ block: 'start', inline: 'nearest' });
      },
    }),
    [last],
  );
  /** A hand on the row takes over. */
  const letGo = () => {
    wanted.current = null;
  };
  const inView = (index: number) => index >= shown && index < shown + cardsInView;
  return (
    <section aria-label={label} className={style.carousel}>
      <ul
        ref={track}
        id={id}
        className={style.track}
        data-in-view={cardsInView}
        data-peek={peek || undefined}
        onScroll={look}
        onPointerDown={letGo}
        onWheel={letGo}
      >
        {slides.map(({ key, content }, index) => (
          <li key={key} className={style.slide} tabIndex={-1} inert={!inView(index)}>
            {content}
          </li>
        ))}
      </ul>
      {last > 0 && (
        <div className={style.controls}>
          <Arrow
            label={m.packages_previous()}
            controls={id}
            blocked={shown === 0}
            onPress={() => move(-1)}
            path="m14.5 6-6 6 6 6"
          />
          <span role="status" className={style.position}>
            {cardsInView === 1
              ? m.packages_position_one({ number: String(shown + 1), total: String(slides.length) })
              : m.packages_position({
                  from: String(shown + 1),
                  to: String(shown + cardsInView),
                  total: String(slides.length),
                })}
          </span>
          <Arrow
            label={m.packages_next()}
            controls={id}
            blocked={shown === last}
            onPress={() => move(1)}
            path="m9.5 6 6 6-6 6"
          />
        </div>
      )}
    </section>
  );
}

type ArrowProps = { label: string; controls: string; blocked: boolean; onPress: () => void; path: string };

function Arrow({ label, controls, blocked, onPress, path }: ArrowProps) {
  return (
    <button
      type="button"
      className={style.arrow}
      aria-label={label}
      aria-controls={controls}
      aria-disabled={blocked || undefined}
      onClick={() => !blocked && onPress()}
    >
      <Icon path={path} size={24} />
    </button>
  );
}

/** From the beginning of one slide to that of the next, in pixels. */
function stepOf(track: Element | null): number {
  return (track?.firstElementChild?.getBoundingClientRect().width ?? 0) + slideSpacing;
}
