/**
 * The path of an address as the router reads it: without scheme, host and query, and decoded. For what comes before
 * routing; what a request may do is decided by the route that it was matched to.
 */
export function routedPath(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?]*/i, '').split('?')[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
