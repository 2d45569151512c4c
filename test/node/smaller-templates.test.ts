import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { smallerTemplates } from '../../build/smaller-templates.js';

/** What the build makes of a template. */
function built(code: string): string {
  const { transform } = smallerTemplates() as { transform: (code: string, id: string) => { code: string } | undefined };
  return transform(code, '/shop/src/page.ts')?.code ?? code;
}

describe('templates are built', () => {
  const cases: Readonly<Record<string, readonly [written: string, built: string]>> = {
    'without the line breaks around them': ['html`\n  <b>Pay</b>\n`', 'html`<b>Pay</b>`'],
    'with a space for a line break between elements': ['html`<b>Pay</b>\n  <i>now</i>`', 'html`<b>Pay</b> <i>now</i>`'],
    'with the space that ends a text': ['html`<b>${name}</b>: `', 'html`<b>${name}</b>: `'],
    'with the space that begins a text': ['html` (${name})`', 'html` (${name})`'],
    'with short styles': ['css`\n  /* Red. */ b { color: #ff0000 }\n`', 'css`b{color:red}`'],
  };
  for (const [how, [written, expected]] of Object.entries(cases)) {
    it(how, () => {
      assert.equal(built(written), expected);
    });
  }
});
