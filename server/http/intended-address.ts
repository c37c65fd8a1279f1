/**
 * The address that a link meant, where a mail gateway or the sentence around it has added something: `%23` for `#`,
 * tracking parameters without a `?`, a dot. What is behind `#` goes back there, so that no other request has it.
 */
export function intendedAddress(url: string): string {
  const [path = '', query = ''] = splitOnce(url, '?');
  const [address = '', fragment = ''] = splitOnce(path.replace(/%23/i, '#'), '#');
  const [page = '', tracking = ''] = splitOnce(address, '&');
  const parameters = [query, tracking].filter((part) => part !== '').join('&');
  // No address of a page has capitals, or ends like that. Bounded, because anybody can send a long one.
  const plain = page.toLowerCase().replace(/(?:[^a-z0-9/_-]|%[0-9a-f]{2}){1,20}$/, '');
  return plain + (parameters && `?${parameters}`) + (fragment && `#${fragment}`);
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
