import type { Selectable } from 'kysely';
import type { AccessTables } from './tables/access.ts';
import type { CatalogTables } from './tables/catalog.ts';
import type { EventTables } from './tables/events.ts';
import type { ImportTables } from './tables/imports.ts';
import type { PeopleTables } from './tables/people.ts';
import type { RunningTables } from './tables/running.ts';
import type { SalesTables } from './tables/sales.ts';
import type { StaffTables } from './tables/staff.ts';

export type {
  AccountBefore,
  Address,
  AttemptState,
  FamilyDraft,
  Language,
  Parent,
  Purpose,
  RefundReason,
} from './tables/column-types.ts';

/** The tables as TypeScript sees them: camelCase, instants as Date, days as `YYYY-MM-DD`, money as integer cents. */
export type Database = PeopleTables &
  CatalogTables &
  SalesTables &
  AccessTables &
  RunningTables &
  StaffTables &
  ImportTables &
  EventTables;

/** A selected row, with the columns that a query names. */
export type Row<Table extends keyof Database, Columns extends readonly (keyof Database[Table])[]> = Pick<
  Selectable<Database[Table]>,
  Columns[number] & keyof Selectable<Database[Table]>
>;
