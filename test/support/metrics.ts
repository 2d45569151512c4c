/** Reads metrics in the text format of Prometheus: the value of each series by its name with labels. */
export function readMetrics(text: string): Readonly<Record<string, number>> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}

/** Scrapes a running program. */
export async function scrape(program: { readonly operations: string }): Promise<Readonly<Record<string, number>>> {
  return readMetrics(await (await fetch(`${program.operations}/metrics`)).text());
}
