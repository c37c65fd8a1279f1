import { m } from '#messages/messages.js';
import { eachParent } from '../account/each-parent.ts';
import type { Language } from '../fields/languages.ts';
import { hiddenFromInvited, visibleToInvited } from '../invites/what-they-see.ts';
import type { PublicText } from './public-text.ts';

type Sentences = Record<string, (words: { name: string }, options: { locale: Language }) => string>;

/** The sentences shown beside the invite and in the account, each with its proof. */
const sentences = (locale: Language, texts: Sentences) =>
  Object.values(texts).map((text) => text({ name: m.account_the_other_parent({}, { locale }) }, { locale }));

export const whatTheySee: PublicText = {
  en: {
    title: 'What is shown',
    heading: 'What your co-parent sees',
    lead: 'It is the same for both of you.',
    sections: [
      {
        heading: 'They see',
        paragraphs: [],
        list: sentences('en', visibleToInvited),
      },
      {
        heading: 'They do not see',
        paragraphs: [],
        list: sentences('en', hiddenFromInvited),
      },
      {
        heading: 'Neither can act for the other',
        paragraphs: ['Each of you has an account of your own. Whatever they do in theirs:'],
        list: sentences('en', eachParent.stays),
      },
    ],
  },
  es: {
    title: 'Qué se muestra',
    heading: 'Qué ve el otro padre o madre',
    lead: 'Es igual para ambos.',
    sections: [
      {
        heading: 'Ve',
        paragraphs: [],
        list: sentences('es', visibleToInvited),
      },
      {
        heading: 'No ve',
        paragraphs: [],
        list: sentences('es', hiddenFromInvited),
      },
      {
        heading: 'Nadie puede actuar por el otro',
        paragraphs: ['Cada quien tiene su propia cuenta. Haga lo que haga en la suya:'],
        list: sentences('es', eachParent.stays),
      },
    ],
  },
};
