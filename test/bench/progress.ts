/** Prints the progress of a long run and the estimated remaining time to stderr. */
export class Progress {
  readonly #began = Date.now();
  readonly #total: number;
  #done = 0;

  /** @param total - number of steps */
  constructor(total: number) {
    this.#total = total;
  }

  /** @param what - description of the step that starts */
  step(what: string): void {
    const elapsed = Date.now() - this.#began;
    const left = this.#done > 0 ? `about ${minutes((elapsed / this.#done) * (this.#total - this.#done))} left` : '';
    const line = `${String(this.#done + 1).padStart(4)} of ${this.#total}  ${what.padEnd(58)} ${left}`;
    const { isTTY } = process.stderr;
    process.stderr.write(isTTY ? `\r${line.padEnd(90)}` : `${line}\n`);
    this.#done++;
  }

  end(): void {
    process.stderr.write(`${process.stderr.isTTY ? '\n' : ''}Took ${minutes(Date.now() - this.#began)}.\n`);
  }
}

const minutes = (time: number): string =>
  time < 90_000 ? `${Math.ceil(time / 1000)} s` : `${Math.round(time / 60_000)} min`;
