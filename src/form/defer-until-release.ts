/**
 * Each of these ends a press: a touch moves the focus only after its pointer is up, a drag has no pointer in the end
 * and can leave `:active` behind until the next press, so a key counts as well.
 */
const ENDS = ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'keyup'];

/** Acts when nothing is being pressed: what comes or goes during a press would move away what is pressed, and be missed. */
export function afterPress(act: () => void): void {
  const over = new AbortController();
  const onEnd = () => {
    over.abort();
    setTimeout(act); // after the click
  };
  for (const type of ENDS) addEventListener(type, onEnd, { capture: true, signal: over.signal });
  // By then the next field has the focus, what is only moved is in its new place, and every browser knows what is
  // pressed: Firefox and WebKit only after the focus has moved.
  setTimeout(() => {
    if (over.signal.aborted || document.documentElement.matches(':active')) return;
    over.abort();
    act();
  });
}
