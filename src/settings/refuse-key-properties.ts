/** Defines setters for common names of keys, which store nothing and report the name. */
export function refuseKeyProperties<T extends object>(prototype: T, report: (element: T, name: string) => void): void {
  for (const name of ['apiKey', 'apikey', 'key', 'secretKey', 'secret', 'accessToken', 'token']) {
    const set = function (this: T) {
      report(this, name);
    };
    Object.defineProperty(prototype, name, { configurable: true, get: () => undefined, set });
  }
}
