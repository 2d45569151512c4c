/** The key code in Safari, where the composition has ended before. */
const COMPOSING = 229;

/**
 * Controls in slots belong to the page. A held key does not pay again. On a touch screen, Enter moves to the next field
 * if the keyboard says so. Enter that ends a composition belongs to the input method.
 */
export function handleEnter(event: Event): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only sign in Safari
  const { key, repeat, isComposing, keyCode, target, currentTarget } = event as KeyboardEvent;
  const input = target as HTMLInputElement;
  if (key !== 'Enter' || !(currentTarget as ShadowRoot).contains(input)) return;
  if (isComposing || keyCode === COMPOSING) return;
  const isNext = input.enterKeyHint === 'next' && matchMedia('(pointer: coarse)').matches;
  if (repeat || isNext) event.preventDefault();
  if (!isNext) return;
  const inputs = [...(currentTarget as ShadowRoot).querySelectorAll<HTMLElement>('input:not([type=radio]), select')];
  inputs[inputs.indexOf(input) + 1]?.focus();
}
