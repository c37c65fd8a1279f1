import { personAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

export const note = personAction({
  offer: async () => [{ subject: null, sentences: ['The note stands in the timeline, for staff alone.', nothingSent] }],
  effect: async () => undefined,
});
