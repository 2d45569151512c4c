/** Mounts a form in `container`. @returns a function that unmounts it */
export type Mount = (container: Element) => () => void;

/** Defines the global function `mountForm`, which the scenarios call. */
export function exposeMount(mountForm: Mount): void {
  Object.assign(globalThis, { mountForm });
}
