/** Defines the global function `mountForm`, which adds a form to a container. The scenarios call it. */
export function exposeMount(mountForm: (container: Element) => void): void {
  Object.assign(globalThis, { mountForm });
}
