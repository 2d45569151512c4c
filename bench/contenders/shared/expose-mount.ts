export function exposeMount(mountForm: (container: Element) => void): void {
  Object.assign(globalThis, { mountForm });
}
