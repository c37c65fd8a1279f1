import { m } from '#messages/messages.js';

export const parentContactLabels = {
  'parent.firstName': () => m.ui_first_name(),
  'parent.lastName': () => m.ui_last_name(),
  'parent.email': () => m.ui_email(),
  'parent.phoneCountryCode': () => m.ui_country_code(),
  'parent.phoneNumber': () => m.ui_phone_number(),
};
