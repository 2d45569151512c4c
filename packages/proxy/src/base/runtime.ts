interface Runtime {
  readonly process?: Partial<Pick<NodeJS.Process, 'getBuiltinModule'>>;
}

/** Gets a module of Node, which bundles for other runtimes cannot import. `undefined` in a runtime without such modules. */
export function moduleLoader(): NodeJS.Process['getBuiltinModule'] | undefined {
  return (globalThis as unknown as Runtime).process?.getBuiltinModule;
}
