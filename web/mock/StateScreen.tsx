import type { ComponentType } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { bootData, setBoot } from '../boot.ts';
import { useLanguage } from '../i18n/language.ts';
import { freshSession } from '../session/join-session.ts';
import { changeSession } from '../session/session-store.ts';
import { answerFromFixtures } from './answer-from-fixtures.ts';
import { mockScreens } from './screens.ts';

/** Puts session, boot data and answers in place before the screen renders. */
export async function loader({ params }: LoaderFunctionArgs): Promise<{ Screen: ComponentType }> {
  const found = await mockScreens[params['screen'] ?? '']?.();
  const state = found?.states[params['state'] ?? ''];
  if (!found || !state) throw new Error(`There is no state ${params['screen']}/${params['state']}`);
  setBoot({ ...bootData(), experiments: {}, ...state.boot });
  changeSession(() => ({ ...freshSession(), ...state.session }));
  answerFromFixtures(state.answers ?? {});
  return { Screen: found.Screen };
}

/** One screen in one state. */
export function Component() {
  useLanguage();
  const { Screen } = useLoaderData<{ Screen: ComponentType }>();
  return <Screen />;
}
