import { formatCents } from '#contract/fields/money.ts';
import type { WalletType } from '#contract/sign-up/payment-types.ts';
import type { SandboxAuthorization } from './client-token.ts';
import type { WalletDriver, WalletOrder, WalletOutcome } from './payment-method.ts';
import { sheetLines } from './sheet-lines.ts';

type Options = {
  wallet: WalletType;
  walletsUrl: string;
  authorization: SandboxAuthorization;
  language: () => 'en' | 'es';
};

type FromWindow =
  | { kind: 'wallet/loaded'; request: string }
  | { kind: 'wallet/approved'; request: string; nonce: string; accountLabel: string }
  | { kind: 'wallet/cancelled'; request: string }
  | { kind: 'wallet/failed'; request: string };

const paths: Record<WalletType, string> = {
  PAYPAL: 'paypal',
  VENMO: 'venmo',
  APPLE_PAY: 'apple-pay',
  GOOGLE_PAY: 'google-pay',
};
const size = { width: 480, height: 680 };
const checkEveryMs = 300;

/** The open window. One for all wallets: with two approvals one would stay unused. */
let open: Window | null = null;

/** A wallet of the sandbox: its window posts the outcome, and closing it cancels. */
export function createSandboxWallet({ wallet, walletsUrl, authorization, language }: Options): WalletDriver {
  const windowOrigin = new URL(walletsUrl).origin;
  let abandon: (() => void) | null = null;

  function authorize(order: WalletOrder): Promise<WalletOutcome> {
    if (open && !open.closed) {
      open.focus();
      return Promise.resolve({ ok: false, code: 'in_progress' });
    }
    const request = crypto.randomUUID();
    const address = new URL(`${walletsUrl}/${paths[wallet]}`);
    address.search = new URLSearchParams({ origin: location.origin, request, language: language() }).toString();
    const popup = window.open(address, `wallet-${request}`, featuresOf(window));
    if (!popup || popup.closed) return Promise.resolve({ ok: false, code: 'popup_blocked' });
    open = popup;
    return new Promise((resolve) => {
      const finish = (outcome: WalletOutcome) => {
        clearInterval(watch);
        window.removeEventListener('message', onMessage);
        open = null;
        abandon = null;
        popup.close();
        resolve(outcome);
      };
      const onMessage = ({ source, origin, data }: MessageEvent<FromWindow | null>) => {
        // A closed window has no `source`; its message is identified by the secret request id.
        const isFromPopup = source === popup || (source === null && popup.closed);
        if (!isFromPopup || origin !== windowOrigin || data?.request !== request) return;
        if (data.kind === 'wallet/loaded')
          popup.postMessage({ kind: 'wallet/begin', request, authorization, lines: linesOf(order) }, windowOrigin);
        if (data.kind === 'wallet/approved')
          finish({ ok: true, nonce: data.nonce, details: { accountLabel: data.accountLabel } });
        if (data.kind === 'wallet/cancelled') finish({ ok: false, code: 'cancelled' });
        if (data.kind === 'wallet/failed') finish({ ok: false, code: 'failed' });
      };
      let wasClosed = false;
      const watch = setInterval(() => {
        // The window closes right after posting its outcome, so the message may arrive one interval after the close.
        if (wasClosed) finish({ ok: false, code: 'cancelled' });
        wasClosed = popup.closed;
      }, checkEveryMs);
      abandon = () => finish({ ok: false, code: 'cancelled' });
      window.addEventListener('message', onMessage);
    });
  }

  return { authorize, resume: () => null, destroy: () => abandon?.() };
}

/** The lines that the device wallets' sheets show. */
function linesOf(order: WalletOrder): { label: string; amount: string }[] {
  return sheetLines(order).map(({ label, cents }) => ({ label, amount: formatCents(cents) }));
}

/** Centred in the page's window. */
function featuresOf({ screenX, screenY, outerWidth, outerHeight }: Window): string {
  const left = Math.round(screenX + Math.max(0, outerWidth - size.width) / 2);
  const top = Math.round(screenY + Math.max(0, outerHeight - size.height) / 2);
  return `popup,width=${size.width},height=${size.height},left=${left},top=${top}`;
}
