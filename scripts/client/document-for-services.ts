type Operation = { security?: Record<string, string[]>[] };
export type ApiDocument = {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object; securitySchemes: Record<string, object> };
};

const isForServices = ({ security = [] }: Operation) => security.some((proof) => 'service' in proof);

/** The document for the company's other systems: calls that accept a service's token, and events. */
export function documentForServices(document: ApiDocument): ApiDocument {
  const paths = Object.entries(document.paths).flatMap(([address, operations]) => {
    const offered = Object.entries(operations).filter(([, operation]) => isForServices(operation));
    return offered.length === 0 ? [] : [[address, Object.fromEntries(offered)] as const];
  });
  const { schemas, securitySchemes } = document.components;
  const { service = {} } = securitySchemes;
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { schemas, securitySchemes: { service } },
  };
}
