/**
 * The intended address of a link to which a mail gateway or the surrounding sentence has added something: `%23` for
 * `#`, tracking parameters without a `?`, a dot. The part after `#` becomes a fragment again, so that no other request
 * contains it.
 */
export function intendedAddress(url: string): string {
  const [path = '', query = ''] = splitOnce(url, '?');
  const [address = '', fragment = ''] = splitOnce(path.replace(/%23/i, '#'), '#');
  const [page = '', tracking = ''] = splitOnce(address, '&');
  const parameters = [query, tracking].filter((part) => part !== '').join('&');
  // No page address has capitals, or ends like that. Bounded, because anybody can send a long one.
  const plain = page.toLowerCase().replace(/(?:[^a-z0-9/_-]|%[0-9a-f]{2}){1,20}$/, '');
  return plain + (parameters && `?${parameters}`) + (fragment && `#${fragment}`);
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
