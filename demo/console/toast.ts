/** Confirms an action. The console shows it for some seconds, and screen readers announce it. */
export class ToastEvent extends Event {
  readonly text: string;

  constructor(text: string) {
    super('toast', { bubbles: true });
    this.text = text;
  }
}

export function showToast(from: EventTarget, text: string): void {
  from.dispatchEvent(new ToastEvent(text));
}
