/**
 * The members that an object has itself, and no others: what it lacks stays missing, whatever a script of the page has put
 * into `Object.prototype`. For objects that come from outside; those that are written in the code the build sees to.
 */
export function own<T extends object>(members: T | null | undefined): Partial<T> {
  return Object.assign(Object.create(null) as Partial<T>, members);
}

/** An object for the page, with the prototype that it expects of one: `String(detail)` throws without. Others stay as they are. */
export function ordinary<T>(value: T): T {
  const isBare = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
  return isBare ? (Object.setPrototypeOf(value, Object.prototype) as T) : value;
}
