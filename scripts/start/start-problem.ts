/** Something the person at the terminal can mend; the message is the one line they read. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
