import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Attributes of the page request. Not forwarded with the event. */
    alter table analytics_events add column country text, add column device text, add column language text;

    /* People by their furthest step on a day, recounted from all events of that day each time. */
    create table funnel_counts (
      flow text not null,
      /* Empty: everybody. Otherwise the people exposed to an experiment: its key, iteration and group. */
      variant text not null,
      day date not null,
      country text not null,
      device text not null,
      language text not null,
      /* Position of the furthest step. */
      furthest int not null,
      people int not null,
      primary key (flow, variant, day, country, device, language, furthest)
    );
    create index funnel_counts_day on funnel_counts (day);

    create table funnel_refusals (
      flow text not null,
      variant text not null,
      day date not null,
      country text not null,
      device text not null,
      language text not null,
      position int not null,
      code text not null,
      people int not null,
      stopped int not null,
      primary key (flow, variant, day, country, device, language, position, code)
    );
    create index funnel_refusals_day on funnel_refusals (day);

    create table funnel_days (day date primary key, counted_at timestamptz not null);
  `.execute(db);
}
