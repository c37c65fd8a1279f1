import type { ComponentType } from 'react';
import { useLanguage } from './i18n/language.ts';
import type { ScreenRoute } from './navigation/screen-route.ts';
import { loadWithRetry } from './ui/loading-error.ts';

type ScreenModule = { Screen: ComponentType };

/**
 * A screen whose code loads when it is first opened; a change of language renders all of it again and keeps its state.
 */
export function screen(load: () => Promise<ScreenModule>): Pick<ScreenRoute, 'load'> {
  return { load: async () => inLanguage((await loadWithRetry(load)).Screen) };
}

function inLanguage(Screen: ComponentType): ComponentType {
  return function ScreenInLanguage() {
    useLanguage();
    return <Screen />;
  };
}
