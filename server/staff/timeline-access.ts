import { sql } from 'kysely';
import { type Happened, most, parts, type Source } from './timeline-source.ts';

type Row = { at: Date; what: string; detail: string | null; isError?: boolean };
type Select = (userId: string) => ReturnType<typeof sql<Row>>;

/** A source whose query already returns the texts of its entries. */
const rowsOf =
  (select: Select): Source =>
  async (db, userId): Promise<Happened[]> => {
    const { rows } = await sql<Row>`${select(userId)} limit ${most}`.execute(db);
    return rows.map(({ at, what, detail, isError = false }) => ({
      at,
      what,
      detail: parts(detail),
      tone: isError ? 'error' : 'plain',
    }));
  };

/** `codeWords` in SQL. */
const wordsOf = (column: string) => sql`lower(translate(${sql.ref(column)}, '_-', '  '))`;

const textFate = sql`case fate when 'SENT' then 'Text sent, not reported yet' when 'DELIVERED' then 'Text delivered'
  when 'UNDELIVERED' then 'Text sent, but not delivered' when 'REFUSED' then 'Text refused by the provider'
  when 'UNSAFE' then 'Text held back: they may not be texted' when 'SWITCHED_OFF' then 'Text held back: texts were switched off'
  when 'NOT_TAKEN' then 'Text not taken by the provider so far' else 'Text given up: not taken by the provider in time' end`;

const selects: readonly Select[] = [
  (userId) => sql`
    select created_at as at, 'Link emailed' as what,
      concat_ws(' · ', ${wordsOf('purpose')}, case when used_at is not null then 'used' end) as detail
    from single_use_tokens where user_id = ${userId}`,
  (userId) => sql`
    select invited_at as at, 'Invited the co-parent' as what,
      concat_ws(' · ', ${wordsOf('state')}, case when by_letter then 'by letter' end) as detail
    from invites where inviter_user_id = ${userId} and user_id <> ${userId}`,
  (userId) => sql`
    select sent_at as at, 'Email held back' as what, concat_ws(' · ', ${wordsOf('template')}, ${wordsOf('withheld')}) as detail,
      true as is_error
    from mail_envelopes where user_id = ${userId} and withheld is not null`,
  (userId) => sql`
    select at, ${textFate} as what, replace(kind, '-', ' ') as detail, fate not in ('SENT', 'DELIVERED') as is_error
    from sent_texts where user_id = ${userId} order by at desc`,
  (userId) => sql`
    select corrected_at as at, 'Email corrected by a professional' as what, null as detail
    from email_corrections where user_id = ${userId}`,
  (userId) => sql`
    select asked_at as at, 'Removal of all second factors requested' as what,
      case when done_at is not null then 'done' when stopped_at is not null then 'stopped' else 'waits' end as detail
    from factor_resets where user_id = ${userId}`,
  (userId) => sql`
    select requested_at as at, 'Closing requested' as what,
      case when closed_at is not null then 'closed' when withdrawn_at is not null then 'canceled'
        else 'closes on ' || closes_on end as detail
    from deletion_requests where user_id = ${userId}`,
  (userId) => sql`
    select asked_at as at, 'Fee waiver requested' as what,
      concat_ws(' · ', ${wordsOf('reason')}, ${wordsOf('state')}) as detail
    from fee_waivers where user_id = ${userId}
      or registration_id in (select id from registrations where registrations.user_id = ${userId})`,
  (userId) => sql`
    select orders.created_at as at, 'Paid with a code' as what, 'ends in ' || last_four as detail
    from activation_code_uses join activation_codes on activation_codes.id = activation_code_id
      join orders on orders.attempt_id = activation_code_uses.attempt_id
    where orders.user_id = ${userId} and activation_code_uses.state = 'REDEEMED'`,
];

/** Mailed links, invites, held-back mails, texts, account requests and used codes; without addresses or links. */
export const accessSources: readonly Source[] = selects.map(rowsOf);
