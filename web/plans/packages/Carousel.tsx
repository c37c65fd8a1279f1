import {
  type ReactNode,
  type Ref,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { m } from '#messages/messages.js';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/Icon.tsx';
import style from './Carousel.module.css';
import { slideSpacing } from './carousel-mode.ts';

type Slide = { key: string | number; content: ReactNode };
/** `show` scrolls to a card and focuses it. */
export type CarouselHandle = { show: (index: number) => void };
type Props = {
  label: string;
  slides: readonly Slide[];
  cardsInView: number;
  peek: boolean;
  startAt: number;
  /** Its buttons are visible only while they have the focus. */
  paged: boolean;
  onShown: (first: number) => void;
  ref: Ref<CarouselHandle>;
};

/** Cards in a row, moved by swiping or buttons. Hidden cards are inert, so that Tab skips them. */
export function Carousel({ label, slides, cardsInView, peek, startAt, paged, onShown, ref }: Props) {
  const track = useRef<HTMLUListElement>(null);
  const id = useId();
  const [first, setShownFirst] = useState(startAt);
  const setFirst = (index: number) => {
    setShownFirst(index);
    onShown(index);
  };
  /** The target of a scroll that has not finished. */
  const scrollTarget = useRef<number | null>(null);
  const last = Math.max(0, slides.length - cardsInView);
  const shown = Math.min(first, last);
  const step = () => stepOf(track.current);
  const scrollToStart = useEffectEvent(() => {
    track.current?.scrollTo({ left: shown * step(), behavior: 'instant' });
    onShown(shown);
  });
  useLayoutEffect(() => {
    scrollToStart();
    // Once more when its size is final: until then a browser may stop short of the card.
    const frame = requestAnimationFrame(() => scrollToStart());
    return () => cancelAnimationFrame(frame);
  }, []);
  const updatePosition = () => {
    const list = track.current;
    if (!list) return;
    const atEnd = list.scrollLeft + list.clientWidth >= list.scrollWidth - 1;
    const at = atEnd ? last : Math.min(last, Math.round(list.scrollLeft / step()));
    if (at === scrollTarget.current) scrollTarget.current = null;
    setFirst(at);
  };
  // Two clicks move by two cards, also while the row is still scrolling.
  const move = (by: 1 | -1) => {
    const index = Math.min(last, Math.max(0, (scrollTarget.current ?? shown) + by));
    scrollTarget.current = index;
    const smooth = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    track.current?.scrollTo({ left: index * step(), behavior: smooth ? 'smooth' : 'instant' });
  };
  useImperativeHandle(
    ref,
    () => ({
      show: (index) => {
        const at = Math.min(last, index);
        // A hidden card is inert and cannot be focused.
        flushSync(() => {
          setShownFirst(at);
          onShown(at);
        });
        track.current?.scrollTo({ left: at * stepOf(track.current), behavior: 'instant' });
        const card = track.current?.children[index];
        if (!(card instanceof HTMLElement)) return;
        card.focus({ preventScroll: true });
        card.scrollIntoView({ block: 'start', inline: 'nearest' });
      },
    }),
    [last, onShown],
  );
  /** A manual scroll overrides the target. */
  const cancelScrollTarget = () => {
    scrollTarget.current = null;
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
        onScroll={updatePosition}
        onPointerDown={cancelScrollTarget}
        onWheel={cancelScrollTarget}
      >
        {slides.map(({ key, content }, index) => (
          <li key={key} className={style.slide} tabIndex={-1} inert={!inView(index)}>
            {content}
          </li>
        ))}
      </ul>
      {last > 0 && (
        <div className={classNames(style.controls, paged && style.quiet)}>
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

/** The distance between two slides, in pixels. */
function stepOf(track: Element | null): number {
  return (track?.firstElementChild?.getBoundingClientRect().width ?? 0) + slideSpacing;
}
