import {
  CamelCasePlugin,
  type DatabaseIntrospector,
  type Kysely,
  type PluginTransformQueryArgs,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryCompiler,
  type RootOperationNode,
  sql,
  type TableMetadata,
} from 'kysely';

/**
 * Names are camelCase in code and snake_case in the database. Kysely's own plugin copies each statement's whole tree,
 * which costs as much as compiling it, so names are converted while compiling. Beyond Kysely's public API this uses
 * `CamelCasePlugin.snakeCase` and `PostgresQueryCompiler.sanitizeIdentifier`, both protected.
 */
class RowsInCamelCase extends CamelCasePlugin {
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  column(name: string): string {
    return this.snakeCase(name);
  }
}

/** Converts results only. */
export const rowsInCamelCase = new RowsInCamelCase({ maintainNestedObjectKeys: true });

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(rowsInCamelCase.column(identifier));
  }
}

/**
 * Only the migrator calls this, at least twice per migration, and only for names. Kysely's own method describes every
 * column of every table, which takes longer than migrating.
 */
async function namesOfTables(db: Kysely<unknown>): Promise<TableMetadata[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class where relkind = 'r'`.execute(db);
  return rows.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }));
}

export class SnakeCaseDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return Object.assign(super.createIntrospector(db), { getTables: () => namesOfTables(db) });
  }

  override createQueryCompiler(): QueryCompiler {
    return new SnakeCaseCompiler();
  }
}
