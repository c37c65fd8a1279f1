/** An error in Twilio's format. `status` is the HTTP status. Source: https://www.twilio.com/docs/api/errors */
export type TwilioError = { code: number; status: number; message: string };

/** The numbers that Twilio itself reserves for testing failures, and two of ours for faults on Twilio’s side. */
export const recipientTriggers: Record<string, TwilioError> = {
  '+15005550001': { code: 21211, status: 400, message: "Invalid 'To' Phone Number" },
  '+15005550002': {
    code: 21612,
    status: 400,
    message: "Message cannot be sent with the current combination of 'To' and 'From' parameters",
  },
  '+15005550003': {
    code: 21408,
    status: 400,
    message: 'Permission to send an SMS has not been enabled for the region',
  },
  '+15005550004': { code: 21610, status: 400, message: 'Attempt to send to unsubscribed recipient' },
  '+15005550009': { code: 21614, status: 400, message: "'To' number is not a valid mobile number" },
  '+15005550010': { code: 21635, status: 400, message: "'To' number cannot be a landline" },
  '+15005550429': { code: 20429, status: 429, message: 'Too Many Requests' },
  '+15005550503': { code: 20503, status: 503, message: 'Service Unavailable' },
};

export const senderTriggers: Record<string, TwilioError> = {
  '+15005550001': { code: 21212, status: 400, message: "Invalid 'From' Number" },
  // 21606 until July 2024.
  '+15005550007': { code: 21660, status: 400, message: "Mismatch between the 'From' number and the account" },
  '+15005550008': {
    code: 21611,
    status: 400,
    message: "This 'From' number has exceeded the maximum number of queued messages",
  },
};

const e164 = /^\+[1-9]\d{6,14}$/;

/** Why Twilio would refuse a message; null if it accepts it. */
export function refusalOf({ to, from, body }: { to: string; from: string; body: string }): TwilioError | null {
  if (to === '') return { code: 21604, status: 400, message: "A 'To' phone number is required" };
  if (from === '') return { code: 21603, status: 400, message: "A 'From' phone number is required" };
  if (body === '') return { code: 21602, status: 400, message: 'Message body is required' };
  if (body.length > 1600)
    return { code: 21617, status: 400, message: 'The concatenated message body exceeds the 1600 character limit' };
  if (senderTriggers[from]) return senderTriggers[from];
  if (from.startsWith('MG') && !/^MG[\da-f]{32}$/.test(from))
    return { code: 21703, status: 400, message: 'The Messaging Service does not exist' };
  if (!e164.test(from) && !/^MG|^[A-Za-z][A-Za-z0-9 ]{0,10}$/.test(from))
    return { code: 21659, status: 400, message: "'From' is not a Twilio phone number or Short Code country mismatch" };
  if (recipientTriggers[to]) return recipientTriggers[to];
  return e164.test(to) ? null : { code: 21211, status: 400, message: "Invalid 'To' Phone Number" };
}

export function errorBody({ code, status, message }: TwilioError) {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}
