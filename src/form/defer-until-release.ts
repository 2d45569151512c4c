/** Events that end a press. A drag ends without `pointerup` and can leave `:active` behind, so a key counts as well. */
const RELEASES = ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'keyup'];

/**
 * Defers layout shifts until nothing is pressed. An error that appears during a press would move the pressed button away,
 * and the click would miss it.
 */
export function deferUntilRelease(act: () => void): void {
  const waiting = new AbortController();
  const onRelease = () => {
    waiting.abort();
    setTimeout(act); // after the click
  };
  for (const type of RELEASES) addEventListener(type, onRelease, { capture: true, signal: waiting.signal });
  // Firefox and WebKit set :active after they have moved the focus.
  setTimeout(() => {
    if (waiting.signal.aborted || document.documentElement.matches(':active')) return;
    waiting.abort();
    act();
  });
}
