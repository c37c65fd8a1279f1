import { type ComponentType, useEffect } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { BootData } from '#contract/boot.ts';
import { clearCache } from '#web/api/use-query.ts';
import { bootData, setBoot } from '#web/site/boot.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { freshSession } from '#web/join-session/join-session.ts';
import { changeSession } from '#web/join-session/session-store.ts';
import { currentToasts, dismissToast } from '#web/ui/toast-list.ts';
import { answerFromFixtures, inPageLanguage } from './answer-from-fixtures.ts';
import { mockScreens } from './screens.ts';

/** What the server told this page, before any state changed it. */
let told: BootData | undefined;

type Shown = { Screen: ComponentType; name: string };

/** Puts session, boot data and answers in place before the screen renders. */
export async function loader({ params }: LoaderFunctionArgs): Promise<Shown> {
  const found = await mockScreens[params['screen'] ?? '']?.();
  const state = found?.states[params['state'] ?? ''];
  if (!found || !state) throw new Error(`There is no state ${params['screen']}/${params['state']}`);
  told ??= bootData();
  setBoot({ ...told, experiments: {}, ...state.boot });
  changeSession(() => ({ ...freshSession(), ...inPageLanguage(state.session ?? {}) }));
  clearCache();
  for (const { id } of currentToasts()) dismissToast(id);
  answerFromFixtures(state.answers ?? {});
  return { Screen: found.Screen, name: `${params['screen']}/${params['state']}` };
}

/**
 * One screen in one state, begun anew when the address changes to another. The page names it for whoever waits for it.
 */
export function Component() {
  useLanguage();
  const { Screen, name } = useLoaderData<Shown>();
  useEffect(() => {
    document.documentElement.dataset['mockState'] = name;
  }, [name]);
  return <Screen key={name} />;
}
