/**
 * The members that an object has itself, and no others: what it lacks stays missing, whatever a script of the page has put
 * into `Object.prototype`. For objects that come from outside; those that are written in the code the build sees to.
 */
export function own<T extends object>(members: T | null | undefined): Partial<T> {
  return Object.assign(Object.create(null) as Partial<T>, members);
}
