import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { currentLanguage } from '#web/i18n/language.ts';
import { loadWallet } from './load-wallet.ts';
import type { WalletType } from '#contract/payment-types.ts';
import type { ClientTokenState, WalletDriver, WalletOrder, WalletOutcome } from './payment-method.ts';

type Options = { wallet: WalletType; clientToken: ClientTokenState; onResumed: (outcome: WalletOutcome) => void };
type SetUp = 'loading' | 'ready' | 'unsupported' | 'setup_failed';

/** A wallet made ready as soon as there is a token. `authorize` must run in the click. */
export function useWallet({ wallet, clientToken, onResumed }: Options): {
  setUp: SetUp;
  authorize: (order: WalletOrder) => Promise<WalletOutcome>;
} {
  const driver = useRef<WalletDriver | null>(null);
  const token = clientToken.status === 'ready' ? clientToken.clientToken : null;
  const [kept, setKept] = useState<{ token: string; setUp: SetUp } | null>(null);
  const resumed = useEffectEvent(onResumed);

  useEffect(() => {
    if (token === null) return;
    let gone = false;
    const begin = async () => {
      const loaded = await loadWallet({ wallet, clientToken: token, language: currentLanguage });
      if (!loaded.ok) {
        if (!gone) setKept({ token, setUp: loaded.code });
        return;
      }
      if (gone) {
        loaded.driver.destroy();
        return;
      }
      driver.current = loaded.driver;
      setKept({ token, setUp: 'ready' });
      const outcome = await loaded.driver.resume();
      if (outcome && driver.current === loaded.driver) resumed(outcome);
    };
    void begin();
    return () => {
      gone = true;
      driver.current?.destroy();
      driver.current = null;
    };
  }, [wallet, token]);

  const authorize = useCallback(
    (order: WalletOrder) =>
      driver.current?.authorize(order) ?? Promise.resolve<WalletOutcome>({ ok: false, code: 'failed' }),
    [],
  );
  const setUp = kept && kept.token === token ? kept.setUp : 'loading';
  return { setUp: clientToken.status === 'failed' ? 'setup_failed' : setUp, authorize };
}
