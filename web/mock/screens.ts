import type { MockScreen } from './mock-state.ts';

const files = import.meta.glob<MockScreen>('./states/**/*.tsx');
const nameOf = (file: string) => file.replace(/^.*\//, '').replace('.tsx', '');

/** Every screen with fixtures for its states, by the name of its file in `states/`. */
export const mockScreens = Object.fromEntries(Object.entries(files).map(([file, load]) => [nameOf(file), load]));
