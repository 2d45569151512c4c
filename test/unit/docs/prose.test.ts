import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkProse } from '../../../tools/prose/check.js';

const found = (path: string, source: string) =>
  checkProse(path, source).map(({ line, column, found }) => `${line}:${column} ${found}`);

describe('the prose linter', () => {
  it('finds a phrase in any case and across lines, and gives its place', () => {
    assert.deepEqual(found('a.md', '# Title\n\nThe text\nis here. In\norder to pay.\n'), ['4:10 In order to']);
  });

  it('ignores code, links, comments, generated parts and the order of a page', () => {
    const source = [
      '---\ntitle: A page\ndescription: Text\norder: 100\n---\n',
      'Call `mend()` or [the page](mend.md).\n',
      '<!-- mend -->\n',
      '```js\nmend();\n```\n',
      '<!-- generated: errors -->\nmend\n<!-- /generated -->\n',
      '| a | b |\n| - | - |\n| `mend` | text |\n',
    ].join('\n');
    assert.deepEqual(found('a.md', source), []);
  });

  it('finds phrases in the title and the description of a page', () => {
    assert.deepEqual(found('a.md', '---\ntitle: Mend it\norder: 1\n---\n'), ['2:8 Mend']);
  });

  it('finds a sentence of more than 30 words in documentation, and counts code as one word', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
    assert.deepEqual(found('a.md', `Short. ${words(29)} \`some long code\`.\n`), []);
    assert.deepEqual(found('a.md', `Short. ${words(30)} \`code\`.\n`), ['1:8 word word word word word …']);
    assert.deepEqual(found('a.ts', `// ${words(31)}.\n`), []);
  });

  it('ends a sentence with its paragraph, item, heading or cell', () => {
    const words = Array.from({ length: 20 }, () => 'word').join(' ');
    assert.deepEqual(
      found('a.md', `# ${words}\n${words}\n\n${words}\n- ${words}\n- ${words}\n\n| ${words} | ${words} |\n`),
      [],
    );
  });

  it('finds phrases in comments, string literals and templates', () => {
    const source = [
      '/** Whoever asks gets it. */',
      '// in order',
      '// to pay',
      "it('mends the page', () => {});",
      'const text = `You can ${mend} it once more`;',
      'const page = html`<p title="mend the page">Please <b>mend</b> it</p>`;',
    ].join('\n');
    assert.deepEqual(found('a.ts', source), [
      '1:5 Whoever',
      '2:4 in order to',
      '4:5 mends',
      '5:34 once more',
      '6:29 mend',
      '6:54 mend',
    ]);
  });

  it('ignores names, imports, regular expressions, code in comments, and texts in other languages', () => {
    const source = [
      "import { mend } from './mend it.js';",
      'const mend = /mend it/.test(whoever);',
      '/** Calls `mend it`. */',
      'const quote = "//"; mend(quote);',
    ].join('\n');
    assert.deepEqual(found('a.ts', source), []);
    assert.deepEqual(found('src/i18n/locales/fr.ts', "export const pay = 'mend it';"), []);
  });

  it('finds phrases in comments of CSS, PHP and Python', () => {
    assert.deepEqual(found('a.css', 'mend { color: red } /* mend */'), ['1:24 mend']);
    assert.deepEqual(found('a.php', "<?php\n// nobody\n$mend = 'mend';"), ['2:4 nobody']);
    assert.deepEqual(found('a.py', 'mend = 1\n"""Text\n\nmend it"""\n# nobody'), ['4:1 mend', '5:3 nobody']);
  });

  it('finds phrases in the text of an HTML page', () => {
    const source = '<p>Please\n  <em>mend</em> it</p><script>mend it</script><code>mend</code>';
    assert.deepEqual(found('a.html', source), ['2:7 mend']);
  });

  it('finds phrases in templates and components', () => {
    assert.deepEqual(found('a.njk', '<p title="{{ mend }}">Please mend it</p>'), ['1:30 mend']);
    for (const name of ['a.vue', 'a.svelte']) {
      const source = '<script>\n// nobody\nconst mend = 1;\n</script>\n<p>Please mend it</p>';
      assert.deepEqual(found(name, source), ['2:4 nobody', '5:11 mend']);
    }
  });
});
