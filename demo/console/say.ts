/** Tells what has been done: the console shows it for a while, and screen readers say it. */
export class Said extends Event {
  readonly text: string;

  constructor(text: string) {
    super('said', { bubbles: true });
    this.text = text;
  }
}

export function say(from: EventTarget, text: string): void {
  from.dispatchEvent(new Said(text));
}
