import { personAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

export const note = personAction({
  offer: async () => [{ subject: null, sentences: ['The note is in the timeline, for staff only.', nothingSent] }],
  effect: async () => undefined,
});
