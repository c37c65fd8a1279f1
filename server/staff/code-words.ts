import { capitalised } from './actions/sentences.ts';

/** A stored code in words: `PAST_DUE` is "past due". */
export const codeWords = (code: string): string => code.toLowerCase().replaceAll('_', ' ');

/** The same as the beginning of a sentence. */
export const codeSentence = (code: string): string => capitalised(codeWords(code));
