import type { Choice } from '#contract/api/lookups.ts';
import type { Language } from '#contract/fields/languages.ts';
import { m } from '#messages/messages.js';

const questions = [
  m.lookups_question_first_school,
  m.lookups_question_first_pet,
  m.lookups_question_childhood_street,
  m.lookups_question_first_job,
  m.lookups_question_favorite_teacher,
  m.lookups_question_childhood_friend,
  m.lookups_question_first_trip,
  m.lookups_question_first_car,
  m.lookups_question_favorite_book,
  m.lookups_question_grandparent_town,
] as const;

/** Questions to choose from. The question's text is sent and stored, so it follows the rule of specification 5.4. */
export function securityQuestions(language: Language): Choice[] {
  return questions.map((question) => {
    const text = question({}, { locale: language });
    return { value: text, label: text };
  });
}
