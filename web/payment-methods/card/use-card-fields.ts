import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { currentLanguage } from '#web/i18n/language.ts';
import type { CardBrand, CardField, CardFieldEvent, CardFieldsDriver, CardFieldsState } from '../payment-method.ts';
import { cardFieldTexts } from './card-texts.ts';
import { readFieldLook } from './field-look.ts';
import { loadCardFields } from './load-card-fields.ts';

type Unreachable = { status: 'unavailable'; code: 'unavailable' };
type Kept = { key: string; state: CardFieldsState | Unreachable };

type Options = {
  clientToken: string | null;
  brands: readonly CardBrand[];
  withDeviceData: boolean;
  /** The elements that hold the frames, null before they stand. */
  places: Record<CardField, HTMLElement | null>;
  /** Counts the tries: a new number begins again. */
  attempt: number;
  onEvent: (cause: { event: CardFieldEvent; emittedBy: CardField }) => void;
};

/** The card fields living in `places`: their state (null before the first word of them) and the way to use them. */
export function useCardFields({
  clientToken,
  brands,
  withDeviceData,
  places: { number, expirationDate, cvv },
  attempt,
  onEvent,
}: Options): {
  state: Kept['state'] | null;
  driver: RefObject<CardFieldsDriver | null>;
} {
  const driver = useRef<CardFieldsDriver | null>(null);
  const [kept, setKept] = useState<Kept | null>(null);
  const brandList = brands.join();
  const key = `${clientToken} ${brandList} ${withDeviceData} ${attempt}`;
  const tell = useEffectEvent(onEvent);

  useEffect(() => {
    if (clientToken === null || !number || !expirationDate || !cvv) return;
    let gone = false;
    const begin = async () => {
      const fields = brandList.split(',') as CardBrand[];
      const look = { words: cardFieldTexts(), styles: readFieldLook(number), language: currentLanguage() };
      const loaded = await loadCardFields({ clientToken, ...look, brands: fields, withDeviceData });
      if (gone) return loaded.destroy();
      driver.current = loaded;
      loaded.onState((state, cause) => {
        setKept({ key, state });
        if (cause) tell(cause);
      });
      return loaded.mount({ number, expirationDate, cvv });
    };
    begin().catch(() => {
      if (!gone) setKept({ key, state: { status: 'unavailable', code: 'unavailable' } });
    });
    return () => {
      gone = true;
      driver.current?.destroy();
      driver.current = null;
    };
  }, [clientToken, brandList, withDeviceData, key, number, expirationDate, cvv]);

  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const restyle = () => {
      if (number) driver.current?.setStyles(readFieldLook(number));
    };
    scheme.addEventListener('change', restyle);
    return () => scheme.removeEventListener('change', restyle);
  }, [number]);

  return { state: kept?.key === key ? kept.state : null, driver };
}
