/**
 * Acts when an edit is in the browser's history of undo. WebKit tells of one before it puts it there: what is edited
 * meanwhile would come first in that history, and undo and redo, in the wrong order, would make up another number.
 */
export function afterEdit({ isTrusted }: Event, act: () => void): void {
  if (isTrusted && navigator.vendor.startsWith('Apple')) setTimeout(act);
  else act();
}
