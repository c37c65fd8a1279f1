const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** A page's path as it is counted: an id in it, an order's for instance, is nobody's business there. */
export function pagePath(path: string): string {
  return path.replaceAll(ids, 'id');
}
