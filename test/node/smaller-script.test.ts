import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shorterNames } from '../../build/smaller-templates.js';
import { refuseSource, refuseTemplate } from '../../build/unused-lit.js';

const ROOT = join(import.meta.dirname, '../..');
const script = readFileSync(join(ROOT, 'dist/payment-widget.js'), 'utf8');
const stylesheet = readFileSync(join(ROOT, 'src/payment-widget.styles.ts'), 'utf8');
const namesIn = (text: string, pattern: RegExp) => [...new Set(text.match(pattern))].sort();

describe('the stylesheet in the script', () => {
  it('has every custom property that a page can set', () => {
    const ofPages = /--payment-widget-[\w-]+/g;
    assert.deepEqual(namesIn(script, ofPages), namesIn(stylesheet, ofPages));
  });

  it('has as many of its own as the source, each with a short name', () => {
    const names = namesIn(script, /--_[\w-]+/g);
    assert.deepEqual(
      [names.length, names.filter((name) => name.length > 5)],
      [namesIn(stylesheet, /--_[\w-]+/g).length, []],
    );
  });

  it('gives one name to one property, also where the name of one begins like another', () => {
    assert.equal(
      shorterNames(':host{--_on:1;--_on-x:2;--_x:3}p{a:var(--_on-x) var(--_on) var(--_x)}'),
      ':host{--_0:1;--_1:2;--_2:3}p{a:var(--_1) var(--_0) var(--_2)}',
    );
  });
});

describe('the build of the script refuses, because its own Lit could not draw it,', () => {
  for (const [what, texts] of [
    ['a bound property', ['<input .value=', '>']],
    ['a bound element', ['<input ', '>']],
    ['a value that closes its element', ['<input id=', '/>']],
    ['a bound name of an element', ['<', '></p>']],
    ['a comment', ['<p><!-- ', ' --></p>']],
    ['a text area', ['<textarea>', '</textarea>']],
  ] as const) {
    it(`${what} in a template`, () => {
      assert.throws(() => {
        refuseTemplate(texts);
      });
    });
  }

  for (const [what, code] of [
    ['a directive', "import { repeat } from 'lit/directives/repeat.js';"],
    ['a template of SVG', "import { html, svg } from 'lit';"],
    [
      'a property that writes its attribute',
      'static override readonly properties = {\n    a: { reflect: true },\n  };',
    ],
    ['a property of another type', 'static override readonly properties = {\n    a: { type: Number },\n  };'],
  ] as const) {
    it(what, () => {
      assert.throws(() => {
        refuseSource(code);
      });
    });
  }

  it('but no text, attribute, switch or listener', () => {
    refuseTemplate(['<p class="a ', '" id=', ' ?hidden=', ' @click=', '>', ' > ', '</p>']);
  });
});
