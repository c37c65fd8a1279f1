import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { WalletType } from '#contract/sign-up/payment-types.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { loadWallet } from './load-wallet.ts';
import type { ClientTokenState, WalletDriver, WalletOrder, WalletOutcome } from './payment-method.ts';

type Options = { wallet: WalletType; clientToken: ClientTokenState; onResumed: (outcome: WalletOutcome) => void };
type SetUp = 'loading' | 'ready' | 'unsupported' | 'setup_failed';

/** Sets a wallet up as soon as there is a client token. `authorize` must run within the click. */
export function useWallet({ wallet, clientToken, onResumed }: Options): {
  setUp: SetUp;
  authorize: (order: WalletOrder) => Promise<WalletOutcome>;
} {
  const driver = useRef<WalletDriver | null>(null);
  const token = clientToken.status === 'ready' ? clientToken.clientToken : null;
  const [current, setCurrent] = useState<{ token: string; setUp: SetUp } | null>(null);
  const resumed = useEffectEvent(onResumed);

  useEffect(() => {
    if (token === null) return;
    let cancelled = false;
    const load = async () => {
      const loaded = await loadWallet({ wallet, clientToken: token, language: currentLanguage });
      if (!loaded.ok) {
        if (!cancelled) setCurrent({ token, setUp: loaded.code });
        return;
      }
      if (cancelled) {
        loaded.driver.destroy();
        return;
      }
      driver.current = loaded.driver;
      setCurrent({ token, setUp: 'ready' });
      const outcome = await loaded.driver.resume();
      if (outcome && driver.current === loaded.driver) resumed(outcome);
    };
    void load();
    return () => {
      cancelled = true;
      driver.current?.destroy();
      driver.current = null;
    };
  }, [wallet, token]);

  const authorize = useCallback(
    (order: WalletOrder) =>
      driver.current?.authorize(order) ?? Promise.resolve<WalletOutcome>({ ok: false, code: 'failed' }),
    [],
  );
  const setUp = current && current.token === token ? current.setUp : 'loading';
  return { setUp: clientToken.status === 'failed' ? 'setup_failed' : setUp, authorize };
}
