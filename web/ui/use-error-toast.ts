import { useEffect } from 'react';
import { m } from '#messages/messages.js';
import { dismissToast, showToast } from './toast-list.ts';

/** Shows once that a look-up failed. The toast disappears when the look-up works again, or with its form. */
export function useErrorToast(failed: boolean): void {
  useEffect(() => {
    if (!failed) return;
    const id = showToast({ text: m.genericErrorMessage(), tone: 'error' });
    return () => dismissToast(id);
  }, [failed]);
}
