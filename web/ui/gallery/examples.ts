/** Words and values of the gallery. They are never part of a release. */
export const words = {
  title: 'The kit',
  lead: 'Every part in every state.',
  tooltip: 'Calls between the parents, recorded with the consent of both.',
  dialog: 'Two minutes are left. Stay, and everything you typed stays too.',
};

export const countryCodes = [
  { value: '+1', label: 'US +1' },
  { value: '+44', label: 'GB +44' },
  { value: '+52', label: 'MX +52' },
];

export const states = ['Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware', 'Florida'].map(
  (label) => ({ value: label, label }),
);
