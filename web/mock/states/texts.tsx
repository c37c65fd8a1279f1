import { useParams } from 'react-router';
import { publicTexts } from '#contract/public-texts/public-texts.ts';
import { TextPage } from '#web/features/texts/TextPage.tsx';
import type { MockState } from '../mock-state.ts';

const nameOf = (state: string) => state.replace('-version-', '/');

/** Every read-only page. */
export function Screen() {
  return <TextPage name={nameOf(useParams()['state'] ?? '')} />;
}

export const states: Record<string, MockState> = Object.fromEntries(
  Object.keys(publicTexts).map((name) => [name.replace('/', '-version-'), {}]),
);
