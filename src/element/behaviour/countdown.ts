/** Counts down whole seconds. */
export class Countdown {
  /** Seconds left. */
  seconds = 0;
  readonly #onchange: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  start(seconds: number): void {
    this.stop();
    this.seconds = seconds;
    if (seconds <= 0) return;
    const end = Date.now() + seconds * 1000; // timers of background pages are late
    this.#timer = setInterval(() => {
      this.seconds = Math.max(Math.ceil((end - Date.now()) / 1000), 0);
      if (this.seconds === 0) this.stop();
      this.#onchange();
    }, 1000);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.seconds = 0;
  }
}
