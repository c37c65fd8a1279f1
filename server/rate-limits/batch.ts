/** A connection that no longer answers holds up whoever asked on it, not everybody who comes after. */
const timeoutMs = 1_000;

type Waiting<Question, Answer> = {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
};

/**
 * Asks at once what is asked together: whatever comes in the same moment, or while the last answer is awaited, goes as
 * one. Alone, a question goes without delay. `askAll` answers in the questions' order; when it fails, all who asked get
 * its error.
 */
export function batch<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let isUnderWay = false;

  const ask = async () => {
    const asked = waiting;
    waiting = [];
    const timeout = setTimeout(next, timeoutMs);
    let isOver = false;
    function next() {
      if (isOver) return;
      isOver = true;
      clearTimeout(timeout);
      isUnderWay = waiting.length > 0;
      if (isUnderWay) void ask();
    }
    try {
      const answers = await askAll(asked.map(({ question }) => question));
      for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    next();
  };

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (isUnderWay) return;
      isUnderWay = true;
      queueMicrotask(ask);
    });
}
