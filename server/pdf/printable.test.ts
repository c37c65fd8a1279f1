import { expect, test } from 'vitest';
import { isWhole, isWritable, printable } from './printable.ts';

test.each([
  ['Łukasz Żółć', 'Lukasz Zólc'],
  ['Nguyễn Thị Ánh Đào', 'Nguyên Thi Ánh Dào'],
  ['Ľubomír Čapek-Müller', 'Lubomír Capek-Müller'],
  ['Zoe\u0308 İpek', 'Zoë Ipek'],
])('SEC9: unsupported letters of a name are printed as the nearest ones: %s', (name, printed) => {
  expect([printable(name), isWritable(name), isWhole(name)]).toEqual([printed, true, false]);
});

test.each(["Núñez O'Brien", 'Šárka Œuvre', 'US$12.00 − US$2.00'])(
  'supported characters are printed unchanged: %s',
  (text) => {
    expect([isWritable(text), isWhole(text)]).toEqual([true, true]);
  },
);

test.each(['李 小龙', 'مريم', '👩 Ana'])('unsupported scripts are detected: %s', (text) => {
  expect([isWritable(text), isWhole(text)]).toEqual([false, false]);
});
