import { describe, expect, it } from 'vitest';
import { type Reach, reach as schema } from '#contract/account/reach.ts';
import { reachChannels, unrestrictedReach } from '#contract/account/reach-channels.ts';
import { decideSending } from './reach.ts';

const chicago = { timeZone: 'America/Chicago' };
const at = (local: string) => new Date(`${local}:00-06:00`);
const message = { channel: 'mail', isAwaited: false, at: at('2026-11-23T03:10') } as const;
const within = (hours: Reach['hours']): Reach => ({ ...unrestrictedReach, hours });

describe('whether a message may be sent to somebody', () => {
  it.each(reachChannels)('a channel that is off is never used, whatever is sent and whenever: %s', (channel) => {
    const off = { ...within({ from: 1, until: 5, ...chicago }), [channel]: false };
    for (const isAwaited of [true, false])
      expect(decideSending(off, { ...message, channel, isAwaited })).toEqual({ may: 'never' });
    for (const other of reachChannels.filter((each) => each !== channel))
      expect(decideSending(off, { ...message, channel: other }).may).toBe('send');
  });

  it.each([
    { hours: null, now: '2026-11-23T03:10', until: null },
    { hours: { from: 9, until: 17 }, now: '2026-11-23T03:10', until: '2026-11-23T09:00' },
    { hours: { from: 9, until: 17 }, now: '2026-11-23T09:00', until: null },
    { hours: { from: 9, until: 17 }, now: '2026-11-23T16:59', until: null },
    { hours: { from: 9, until: 17 }, now: '2026-11-23T17:00', until: '2026-11-24T09:00' },
    { hours: { from: 22, until: 6 }, now: '2026-11-23T23:30', until: null },
    { hours: { from: 22, until: 6 }, now: '2026-11-23T05:59', until: null },
    { hours: { from: 22, until: 6 }, now: '2026-11-23T06:00', until: '2026-11-23T22:00' },
    { hours: { from: 0, until: 1 }, now: '2026-11-23T12:00', until: '2026-11-24T00:00' },
  ])('at $now with hours $hours it waits until $until', ({ hours, now, until }) => {
    const said = within(hours && { ...hours, ...chicago });
    const admission = decideSending(said, { ...message, at: at(now) });
    expect(admission).toEqual(until ? { may: 'wait', until: at(until) } : { may: 'send', neutral: false });
    expect(decideSending(said, { ...message, at: at(now), isAwaited: true }).may).toBe('send');
  });

  it('the hours are those of the person’s time zone, half-hour offsets included', () => {
    const kolkata = within({ from: 9, until: 17, timeZone: 'Asia/Kolkata' });
    expect(decideSending(kolkata, { ...message, at: new Date('2026-11-23T00:00:00Z') })).toEqual({
      may: 'wait',
      until: new Date('2026-11-23T03:30:00Z'),
    });
  });

  it('empty hours and unknown time zones are rejected', () => {
    for (const hours of [
      { from: 9, until: 9, ...chicago },
      { from: 24, until: 9, ...chicago },
      { from: 9, until: 17, timeZone: 'Mars/Olympus' },
    ])
      expect(schema.safeParse(within(hours)).success).toBe(false);
  });
});
