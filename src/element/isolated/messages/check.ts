/** Checks a value that came from another origin. */
export type Check = (value: unknown) => boolean;

/** Checks by the name of a member. */
export type Members = Readonly<Record<string, Check>>;

export const isBoolean: Check = (value) => typeof value === 'boolean';
export const isNumber: Check = (value) => Number.isFinite(value);
export const isText =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= max;
export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

/** The member may be missing. */
export const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** An object with these members, and no other. */
export const shape =
  (members: Members): Check =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(members, name)) &&
    Object.entries(members).every(([name, check]) => check(Object.hasOwn(value, name) ? value[name] : undefined));

/** An object with any names. */
export const record =
  (check: Check, max: number): Check =>
  (value) =>
    isObject(value) &&
    Object.keys(value).length <= max &&
    Object.entries(value).every(([name, member]) => name.length <= 5000 && check(member));

/** Not a `Map`, a `Date` or another object that a message may hold: it would look like an object without members. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
