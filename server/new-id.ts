import { randomInt, randomUUID } from 'node:crypto';

let last = { ms: -1, sequence: 0 };

/**
 * Ids created by one process within a millisecond ascend (RFC 9562, method 1), so that members of one family keep their
 * insertion order.
 */
function nextSequence(ms: number): number {
  last = { ms, sequence: ms === last.ms ? (last.sequence + 1) & 0xfff : randomInt(0x800) };
  return last.sequence;
}

/**
 * UUIDv7 (RFC 9562): sorted by time, so that indexes grow at one end. The variant and the random bits are those of a
 * random UUID.
 */
export function newId(at: Date = new Date()): string {
  const sequence = nextSequence(at.getTime()).toString(16).padStart(3, '0');
  return `${timePart(at)}-7${sequence}-${randomUUID().slice(19)}`;
}

function timePart(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}
