/** A held Enter key does not pay again. Controls in slots belong to the page. */
export function ignoreHeldEnter(event: Event): void {
  const { key, repeat, target, currentTarget } = event as KeyboardEvent;
  const isOurs = (currentTarget as ShadowRoot).contains(target as Element);
  if (key === 'Enter' && repeat && isOurs) event.preventDefault();
}
