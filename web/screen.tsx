import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { loadPatiently } from './ui/loading-error.ts';
import { useLanguage } from './i18n/language.ts';

type ScreenModule = { Screen: ComponentType };

/**
 * A screen whose code comes when it is first opened; a change of language renders the whole of it again, state kept.
 */
export function screen(load: () => Promise<ScreenModule>): Pick<RouteObject, 'lazy'> {
  return { lazy: { Component: async () => inLanguage((await loadPatiently(load)).Screen) } };
}

function inLanguage(Screen: ComponentType): ComponentType {
  return function ScreenInLanguage() {
    useLanguage();
    return <Screen />;
  };
}
