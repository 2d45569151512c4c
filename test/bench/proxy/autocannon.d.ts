/** The used part of the API. The package is installed for the benchmark only. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly method: 'POST';
    readonly connections: number;
    readonly duration: number;
    readonly requests: readonly [{ readonly setupRequest: (request: object) => object }];
  }
  interface Result {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    readonly requests: { readonly average: number };
  }
  interface Instance extends Promise<Result> {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, time: number) => void): this;
  }
  export default function autocannon(options: Options): Instance;
}
