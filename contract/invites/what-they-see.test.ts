import { expect, it } from 'vitest';
import { m } from '#messages/messages.js';
import { languages } from '../fields/languages.ts';
import type { visibleToInvited } from './what-they-see.ts';

const named = {
  NAME: { en: 'your name', es: 'el nombre de usted' },
  CHILDREN: { en: "your children's names and an email", es: 'los nombres de sus hijos y el correo' },
  PLAN: { en: 'which plan you have', es: 'qué plan tiene usted' },
  PAID: { en: 'whether their plan is paid', es: 'si el plan de esa persona está pagado' },
} as const satisfies Record<keyof typeof visibleToInvited, Record<(typeof languages)[number], string>>;

it.each(languages)(
  'the short answer beside step 1 names everything that the co-parent will see, as the full list does: %s',
  (locale) => {
    const answer = m.invite_faq_see_answer({}, { locale });
    for (const words of Object.values(named)) expect(answer).toContain(words[locale]);
  },
);
