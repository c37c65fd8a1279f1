/** A problem that the person at the terminal can fix; its message is the one line they read. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
