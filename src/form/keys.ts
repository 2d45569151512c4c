export const KEY_EVENTS = ['keydown', 'keypress', 'keyup'];

/** The key code of composed keys in Safari, where the composition has already ended. */
const COMPOSING = 229;

/** Characters, and other keys that fields use themselves. */
const TYPING = /^(.|Dead|Backspace|Delete|Home|End|Arrow.+|Page.+)$/u;

/**
 * Keeps what is typed from the page. Its handlers of shortcuts ignore keys whose target is a field, but here the target
 * is the element. The page still receives combinations, Escape, Tab and Enter.
 */
export function handleKey(event: Event): void {
  const { type, key, isComposing, keyCode, currentTarget } = event as KeyboardEvent; // eslint-disable-line @typescript-eslint/no-deprecated -- the only sign in Safari
  const root = currentTarget as ShadowRoot;
  const control = event.target as HTMLElement;
  if (!root.contains(control)) return; // a control in a slot belongs to the page
  const isTyping = TYPING.test(key) && control.matches(key === ' ' ? 'input, select, button' : 'input, select');
  if (isComposing || keyCode === COMPOSING || (isTyping && !isCombination(event as KeyboardEvent)))
    event.stopPropagation();
  else if (key === 'Enter' && type === 'keydown') handleEnter(event as KeyboardEvent, root, control);
}

/** AltGr types characters, and so does Option on a Mac. */
function isCombination(event: KeyboardEvent): boolean {
  if (event.getModifierState('AltGraph')) return false;
  return event.ctrlKey || event.metaKey || (event.altKey && !navigator.userAgent.includes('Mac'));
}

/** A held key does not pay again. On a touch screen, Enter moves to the next field if the keyboard says so. */
function handleEnter(event: KeyboardEvent, root: ShadowRoot, control: HTMLElement): void {
  const isNext = control.enterKeyHint === 'next' && matchMedia('(pointer: coarse)').matches;
  if (event.repeat || isNext) event.preventDefault();
  if (!isNext) return;
  const inputs = [...root.querySelectorAll<HTMLElement>('input:not([type=radio]), select')];
  inputs[inputs.indexOf(control) + 1]?.focus();
}
