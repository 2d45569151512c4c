/** In short forms, which fit every sentence: the long ones would need its case. */
export function formatWait(seconds: number, locale: string): string {
  const format = (value: number, unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit }).format(value);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const parts = minutes ? [format(minutes, 'minute')] : [];
  if (rest || !minutes) parts.push(format(rest, 'second'));
  return new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(parts);
}
