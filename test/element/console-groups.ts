/** A group of the console, as the element logs it. */
export interface ConsoleGroup {
  readonly title: string;
  /** Each with the method that logged it. */
  readonly lines: { readonly method: 'error' | 'warn' | 'info'; readonly text: string }[];
}

const METHODS = ['error', 'warn', 'info'] as const;

/** Records the groups of the console during each test of a suite, and what is logged outside of them. */
export function recordGroups(): { readonly groups: ConsoleGroup[]; readonly others: string[] } {
  const record = { groups: [] as ConsoleGroup[], others: [] as string[] };
  const { group, groupEnd, error, warn, info } = console;
  let open: ConsoleGroup | undefined;
  beforeEach(() => {
    record.groups.length = record.others.length = 0;
    console.group = (title: string) => {
      open = { title, lines: [] };
      record.groups.push(open);
    };
    console.groupEnd = () => (open = undefined);
    for (const method of METHODS) {
      console[method] = (text: unknown) => {
        if (open) open.lines.push({ method, text: String(text) });
        else record.others.push(String(text));
      };
    }
  });
  afterEach(() => {
    Object.assign(console, { group, groupEnd, error, warn, info });
  });
  return record;
}
