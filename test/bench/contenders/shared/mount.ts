/** Puts one form into an element of the page. @returns what takes it away again */
export type Mount = (container: Element) => () => void;

/** How the stage, a page without a form, is told how to make one. */
export function offerMount(mountForm: Mount): void {
  Object.assign(globalThis, { mountForm });
}
