/** Counts seconds down to nothing, and says so each time. */
export class Countdown {
  /** What is left, in whole seconds. */
  seconds = 0;
  readonly #changed: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  start(seconds: number): void {
    this.stop();
    this.seconds = seconds;
    if (seconds <= 0) return;
    const end = Date.now() + seconds * 1000; // a timer of a page in the background is late
    this.#timer = setInterval(() => {
      this.seconds = Math.max(Math.ceil((end - Date.now()) / 1000), 0);
      if (this.seconds === 0) this.stop();
      this.#changed();
    }, 1000);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.seconds = 0;
  }
}
