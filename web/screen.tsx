import type { ComponentType } from 'react';
import { loadPatiently } from './ui/loading-error.ts';
import { useLanguage } from './i18n/language.ts';
import type { ScreenRoute } from './navigation/screen-route.ts';

type ScreenModule = { Screen: ComponentType };

/**
 * A screen whose code comes when it is first opened; a change of language renders the whole of it again, state kept.
 */
export function screen(load: () => Promise<ScreenModule>): Pick<ScreenRoute, 'load'> {
  return { load: async () => inLanguage((await loadPatiently(load)).Screen) };
}

function inLanguage(Screen: ComponentType): ComponentType {
  return function ScreenInLanguage() {
    useLanguage();
    return <Screen />;
  };
}
