import { afterEach, expect, test, vi } from 'vitest';
import { batch } from './batch.ts';

afterEach(() => vi.useRealTimers());

/** Squares each question once its answer is released, and records the questions of each call. */
function slowSquares() {
  const asked: (readonly number[])[] = [];
  const answers: { resolve: () => void; reject: (reason: unknown) => void }[] = [];
  const square = batch<number, number>((questions) => {
    asked.push(questions);
    return new Promise((resolve, reject) => {
      answers.push({ resolve: () => resolve(questions.map((question) => question * question)), reject });
    });
  });
  return { square, asked, answers };
}

test('concurrent calls form one batch, and calls made meanwhile form the next', async () => {
  const { square, asked, answers } = slowSquares();
  const first = [square(1), square(2)];
  await Promise.resolve();
  const second = [square(3), square(4), square(5)];
  expect(asked).toEqual([[1, 2]]);
  answers[0]?.resolve();
  expect(await Promise.all(first)).toEqual([1, 4]);
  await vi.waitFor(() =>
    expect(asked).toEqual([
      [1, 2],
      [3, 4, 5],
    ]),
  );
  answers[1]?.resolve();
  expect(await Promise.all(second)).toEqual([9, 16, 25]);
});

test('a failed batch rejects all its calls, and the next call starts a new batch', async () => {
  const { square, asked, answers } = slowSquares();
  const together = Promise.allSettled([square(1), square(2)]);
  await Promise.resolve();
  const next = square(3);
  answers[0]?.reject(new Error('connection lost'));
  expect((await together).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await vi.waitFor(() => expect(asked).toEqual([[1, 2], [3]]));
  answers[1]?.resolve();
  expect(await next).toBe(9);
});

test('a batch without an answer delays only its own calls', async () => {
  vi.useFakeTimers();
  const { square, asked, answers } = slowSquares();
  const stuck = square(1);
  await vi.advanceTimersByTimeAsync(0);
  const later = square(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([[1], [2]]);
  answers[1]?.resolve();
  expect(await later).toBe(4);
  answers[0]?.resolve();
  expect(await stuck).toBe(1);
});
