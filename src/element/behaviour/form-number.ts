const taken = new Set<number>();

/** The smallest free number of a form of the page: landmarks need different names. */
export function takeNumber(): number {
  let number = 1;
  while (taken.has(number)) number++;
  taken.add(number);
  return number;
}

export function releaseNumber(number: number): void {
  taken.delete(number);
}
