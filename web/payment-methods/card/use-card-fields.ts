import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { currentLanguage } from '#web/i18n/language.ts';
import type { CardBrand, CardField, CardFieldEvent, CardFieldsDriver, CardFieldsState } from '../payment-method.ts';
import { cardFieldTexts } from './card-texts.ts';
import { readFieldStyles } from './field-styles.ts';
import { loadCardFields } from './load-card-fields.ts';

type Unreachable = { status: 'unavailable'; code: 'unavailable' };
type KeyedState = { key: string; state: CardFieldsState | Unreachable };

type Options = {
  clientToken: string | null;
  brands: readonly CardBrand[];
  withDeviceData: boolean;
  /** The elements for the frames; null until mounted. */
  places: Record<CardField, HTMLElement | null>;
  /** A new number starts over. */
  attempt: number;
  onEvent: (cause: { event: CardFieldEvent; emittedBy: CardField }) => void;
};

/** The card fields mounted in `places`: their state (null before the first) and their driver. */
export function useCardFields({
  clientToken,
  brands,
  withDeviceData,
  places: { number, expirationDate, cvv },
  attempt,
  onEvent,
}: Options): {
  state: KeyedState['state'] | null;
  driver: RefObject<CardFieldsDriver | null>;
} {
  const driver = useRef<CardFieldsDriver | null>(null);
  const [current, setCurrent] = useState<KeyedState | null>(null);
  const brandList = brands.join();
  const key = `${clientToken} ${brandList} ${withDeviceData} ${attempt}`;
  const notify = useEffectEvent(onEvent);

  useEffect(() => {
    if (clientToken === null || !number || !expirationDate || !cvv) return;
    let cancelled = false;
    const load = async () => {
      const fields = brandList.split(',') as CardBrand[];
      const appearance = { texts: cardFieldTexts(), styles: readFieldStyles(number), language: currentLanguage() };
      const loaded = await loadCardFields({ clientToken, ...appearance, brands: fields, withDeviceData });
      if (cancelled) return loaded.destroy();
      driver.current = loaded;
      loaded.onState((state, cause) => {
        setCurrent({ key, state });
        if (cause) notify(cause);
      });
      return loaded.mount({ number, expirationDate, cvv });
    };
    load().catch(() => {
      if (!cancelled) setCurrent({ key, state: { status: 'unavailable', code: 'unavailable' } });
    });
    return () => {
      cancelled = true;
      driver.current?.destroy();
      driver.current = null;
    };
  }, [clientToken, brandList, withDeviceData, key, number, expirationDate, cvv]);

  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const restyle = () => {
      if (number) driver.current?.setStyles(readFieldStyles(number));
    };
    scheme.addEventListener('change', restyle);
    return () => scheme.removeEventListener('change', restyle);
  }, [number]);

  return { state: current?.key === key ? current.state : null, driver };
}
