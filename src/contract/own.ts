/**
 * A copy with the object's own members and no prototype, for data from outside: settings of the page and parsed JSON.
 * A member that is missing stays missing, whatever a script has added to `Object.prototype`.
 */
export function own<T extends object>(members: T | null | undefined): Partial<T> {
  return Object.assign(Object.create(null) as Partial<T>, members);
}
