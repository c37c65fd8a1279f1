/** A connection that no longer answers delays only its own callers, not later ones. */
const timeoutMs = 1_000;

type PendingQuestion<Question, Answer> = {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
};

/**
 * Sends questions in batches: those asked in the same moment, or while the previous call runs, go in one call; a single
 * question goes without delay. `askAll` answers in the questions' order; if it fails, all its callers get the error.
 */
export function batch<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: PendingQuestion<Question, Answer>[] = [];
  let isRunning = false;

  const flush = async () => {
    const current = waiting;
    waiting = [];
    const timeout = setTimeout(next, timeoutMs);
    let isOver = false;
    function next() {
      if (isOver) return;
      isOver = true;
      clearTimeout(timeout);
      isRunning = waiting.length > 0;
      if (isRunning) void flush();
    }
    try {
      const answers = await askAll(current.map(({ question }) => question));
      for (const [index, { resolve }] of current.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of current) reject(error);
    }
    next();
  };

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      queueMicrotask(flush);
    });
}
