const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * A page's path as it is counted: ids in it are dropped, because they identify orders or people. The server counts a
 * path that is not on its list as `other`.
 */
export function pagePath(path: string): string {
  return path.replaceAll(ids, 'id');
}
