import { useEffect } from 'react';
import { m } from '#messages/messages.js';
import { dismissToast, showToast } from './toast-list.ts';

/** Says once that a look-up failed. The toast leaves when the look-up works again, or with the form that asked. */
export function useErrorToast(failed: boolean): void {
  useEffect(() => {
    if (!failed) return;
    const id = showToast({ text: m.genericErrorMessage(), tone: 'error' });
    return () => dismissToast(id);
  }, [failed]);
}
