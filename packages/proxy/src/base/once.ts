/** Creates a value at the first call. */
export function lazy<T>(create: () => T): () => T {
  let schema: T | undefined;
  return () => (schema ??= create());
}

/** Calls a function once, and again only after it has failed. */
export function cached<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create();
    created.catch(() => {
      created = undefined;
    });
    return created;
  };
}
