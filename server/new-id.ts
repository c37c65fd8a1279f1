import { randomBytes, randomInt } from 'node:crypto';

let last = { ms: -1, sequence: 0 };

/** Within one millisecond ids of a process count up (RFC 9562, method 1): people of one family keep the order in which they were written. */
function nextSequence(ms: number): number {
  last = { ms, sequence: ms === last.ms ? (last.sequence + 1) & 0xfff : randomInt(0x800) };
  return last.sequence;
}

/** UUIDv7 (RFC 9562): sorted by time, so that indexes grow at one end. */
export function newId(at: Date = new Date()): string {
  const ms = at.getTime();
  const bytes = randomBytes(16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | nextSequence(ms), 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
