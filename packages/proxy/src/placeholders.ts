/** Values of the documentation and of its examples. Anyone knows them, and they work nowhere. */
const PLACEHOLDERS: readonly unknown[] = [
  'https://api.example',
  'https://api.example.com',
  'sandbox_test_…',
  'your-api-key',
  'your-live-api-key',
  'your-test-api-key',
  'replace-this-with-32-random-characters',
  'whsec_…',
];

/** Describes a value that was copied from the documentation. The text continues the name of its option. */
export function placeholderProblem(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim().replace(/\/$/, '') : value;
  return PLACEHOLDERS.includes(text)
    ? `is ${JSON.stringify(text)}, a placeholder of the documentation. Replace it with your own value.`
    : undefined;
}
