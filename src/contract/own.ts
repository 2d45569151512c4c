/** For data from outside. A missing member stays missing, whatever a script has added to `Object.prototype`. */
export function own<T extends object>(members: T | null | undefined): Partial<T> {
  return Object.assign(Object.create(null) as Partial<T>, members);
}
