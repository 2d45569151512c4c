/** A source location: `x.js:1:2`, `Pay.java:12`, `pay.py", line 3`, `pay.cs:line 4`, `pay.php(5)`, `pay.php on line 6`. */
const PLACE =
  /\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|kt|scala|cs|vb|exs?|pl|c|cc|cpp)\\?["']?(?::|\(|:line |,? (?:on |at )?line )\d/i;

const SIGNS = [
  PLACE,
  /Traceback \(most recent call last\)/i,
  /\bat [^\n]{1,200}\((?:<anonymous>|native|Native Method|Unknown Source|node:[^)\n]{1,200}|[^()\n]{1,200}:\d+:\d+)\)/,
  /\bnode:internal\//,
  /\bgoroutine \d+ \[/,
];

/** Whether a text, or JSON, contains a line of a stack trace. */
export function isStackTrace(text: string): boolean {
  const lines = text.replace(/\\[nrt]/g, '\n');
  return SIGNS.some((sign) => sign.test(lines));
}
