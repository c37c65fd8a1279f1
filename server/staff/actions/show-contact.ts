import { personAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

const listed = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ');

export const showContact = personAction({
  offer: async () => [
    {
      subject: null,
      sentences: ['You see email, phone and postal address until you leave this page.', nothingSent],
    },
  ],
  effect: async (_trx, { user }) => [
    { label: 'Name', value: `${user.firstName} ${user.lastName}` },
    { label: 'Email', value: user.email },
    { label: 'Phone', value: `${user.phoneCountryCode} ${user.phoneNumber}`.trim() },
    { label: 'Address', value: listed(user.line1, user.line2, user.city, user.region, user.postalCode, user.country) },
  ],
});
