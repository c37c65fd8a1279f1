import { type ReactNode, useEffect } from 'react';
import { type Location, useLocation } from 'react-router';
import type { BootData } from '#contract/boot.ts';
import { clearCache } from '#web/api/use-query.ts';
import { refreshSession } from '#web/auth-session/signed-in.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { freshSession } from '#web/join-session/join-session.ts';
import { changeSession } from '#web/join-session/session-store.ts';
import { bootData, setBoot } from '#web/site/boot.ts';
import { currentToasts, dismissToast } from '#web/ui/toast-list.ts';
import { answerFromFixtures, inPageLanguage } from './answer-from-fixtures.ts';
import { mockScreens } from './screens.ts';

/** The page's boot data before any state changed it. */
let told: BootData | undefined;

/** By address: a screen that is being left stays unchanged until the next one is rendered. */
const shown = new Map<string, () => ReactNode>();

const stateName = (pathname: string) => pathname.split('/').slice(-2).join('/');

/** Sets session, boot data and responses before the screen renders. */
export async function prepareState({ pathname }: Location): Promise<null> {
  const [screen = '', name = ''] = stateName(pathname).split('/');
  const found = await mockScreens[screen]?.();
  const state = found?.states[name];
  if (!found || !state) throw new Error(`There is no state ${screen}/${name}`);
  told ??= bootData();
  setBoot({ ...told, experiments: {}, ...state.boot });
  changeSession(() => ({ ...freshSession(), ...inPageLanguage(state.session ?? {}) }));
  clearCache();
  for (const { id } of currentToasts()) dismissToast(id);
  answerFromFixtures(state.answers ?? {});
  if (state.answers?.['GET /v2/sessions/current']) await refreshSession();
  const key = stateName(pathname);
  shown.set(key, () => <found.Screen key={key} />);
  return null;
}

/** A screen in one state, remounted when the address changes. The page is marked for tests that wait for it. */
export function Screen() {
  useLanguage();
  const name = stateName(useLocation().pathname);
  useEffect(() => {
    document.documentElement.dataset['mockState'] = name;
  }, [name]);
  return shown.get(name)?.();
}
