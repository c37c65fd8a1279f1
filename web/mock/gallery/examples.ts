/** Texts and values of the gallery, never part of a release. */
export const words = {
  title: 'The kit',
  lead: 'Every part in every state.',
  tooltip: 'Calls between the parents, recorded with the consent of both.',
  dialog: 'Two minutes are left. Stay, and everything you typed stays too.',
};

export const countryCodes = [
  { value: '+1', label: '+1 US/Canada', short: 'US' },
  { value: '+44', label: '+44 United Kingdom', short: 'GB' },
  { value: '+590', label: '+590 Guadeloupe', short: 'GP' },
];

export const states = [
  'Alabama',
  'Alaska',
  'Arizona',
  'Arkansas',
  'California',
  'Colorado',
  'Connecticut',
  'Delaware',
  'Florida',
].map((label) => ({ value: label, label }));
