/** Counts down whole seconds. */
export class Countdown {
  /** Seconds left. */
  seconds = 0;
  readonly #onchange: () => void;
  readonly #onend: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param onend called when the time is over, but not after `stop()` */
  constructor(onchange: () => void, onend: () => void) {
    this.#onchange = onchange;
    this.#onend = onend;
  }

  start(seconds: number): void {
    this.stop();
    this.seconds = seconds;
    if (seconds <= 0) return;
    const end = Date.now() + seconds * 1000; // timers of background pages are late
    this.#timer = setInterval(() => {
      this.seconds = Math.max(Math.ceil((end - Date.now()) / 1000), 0);
      this.#onchange();
      if (this.seconds > 0) return;
      this.stop();
      this.#onend();
    }, 1000);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.seconds = 0;
  }
}
