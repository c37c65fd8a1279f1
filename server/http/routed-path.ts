/**
 * The path of a URL as the router reads it: without scheme, host and query, and decoded. For use before routing only;
 * what a request may do depends on its matched route.
 */
export function routedPath(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?]*/i, '').split('?')[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
