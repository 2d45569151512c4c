/**
 * Handles Enter in the shadow root; controls in slots belong to the page. A held key does not pay again. On a touch screen,
 * Enter moves to the next field if the keyboard says so.
 */
export function handleEnter(event: Event): void {
  const { key, repeat, target, currentTarget } = event as KeyboardEvent;
  const input = target as HTMLInputElement;
  if (key !== 'Enter' || !(currentTarget as ShadowRoot).contains(input)) return;
  const isNext = input.enterKeyHint === 'next' && matchMedia('(pointer: coarse)').matches;
  if (repeat || isNext) event.preventDefault();
  if (isNext) input.closest('.field')?.nextElementSibling?.querySelector<HTMLElement>('input, select')?.focus();
}
