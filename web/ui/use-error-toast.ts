import { useEffect, useEffectEvent } from 'react';
import { tellToast } from './toast-list.ts';

/** Says once that something could not be had, in the words of that moment. */
export function useErrorToast(failed: boolean, text: () => string): void {
  const tell = useEffectEvent(() => tellToast({ text: text(), tone: 'error' }));
  useEffect(() => {
    if (failed) tell();
  }, [failed]);
}
