import type { Db } from '../db/pool.ts';
import type { Destination } from '../identity/ownership/claim-repository.ts';
import { readThenAndNow } from '../identity/ownership/history.ts';

type Values = Record<string, string | null>;

/** Every address and phone that the account has, or had before a change of the last 30 days, without duplicates. */
export async function noticeDestinations(db: Db, userId: string): Promise<Destination[]> {
  const { changes, current } = await readThenAndNow(db, userId);
  const all = (part: 'EMAIL' | 'PHONE') =>
    [current[part], ...changes.filter((change) => change.part === part).map(({ before }) => before)] as Values[];
  const emails = new Map(all('EMAIL').map((value) => [value['email_normalised'], value['email'] ?? '']));
  const phones = new Map(
    all('PHONE').map((value) => [
      `${value['phone_country_code']}${value['phone_number']}`,
      { phoneCountryCode: value['phone_country_code'] ?? '', phoneNumber: value['phone_number'] ?? '' },
    ]),
  );
  return [
    ...[...emails.values()].filter((email) => email !== '').map((email) => ({ email })),
    ...[...phones.values()].filter(({ phoneNumber }) => phoneNumber !== ''),
  ];
}
