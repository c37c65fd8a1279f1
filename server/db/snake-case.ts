import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryCompiler,
  type RootOperationNode,
} from 'kysely';

/**
 * Names are camelCase here and snake_case in the database. Kysely's own plugin copies each statement's whole tree for
 * its names, which costs as much as writing it: here they change as they are written. What this takes from Kysely
 * beside its public API: `CamelCasePlugin.snakeCase` and `PostgresQueryCompiler.sanitizeIdentifier`, both protected.
 */
class RowsInCamelCase extends CamelCasePlugin {
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  column(name: string): string {
    return this.snakeCase(name);
  }
}

/** Only what comes back. */
export const rowsInCamelCase = new RowsInCamelCase({ maintainNestedObjectKeys: true });

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(rowsInCamelCase.column(identifier));
  }
}

export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new SnakeCaseCompiler();
  }
}
