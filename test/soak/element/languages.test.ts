import { setViewport } from '@web/test-runner-commands';
import { LANGUAGES, OPTIONAL_LANGUAGES } from '../../../src/i18n/languages.js';
import { ALL_FIELDS, layoutFaults, STATES } from '../../support/states.js';
import { expect, mount, mountReady, nextFrame, part, payButton, textOf } from '../../support/widget.js';

const dirOf = (lang: string) => (['ar', 'fa', 'he', 'ur'].includes(lang) ? 'rtl' : 'ltr');

describe('Every language', () => {
  before(() => setViewport({ width: 320, height: 600 }));
  after(() => setViewport({ width: 800, height: 600 }));

  for (const [lang, load] of Object.entries(LANGUAGES)) {
    it(`renders the whole form at once, ${lang}`, async () => {
      const widget = await mount({ lang, dir: dirOf(lang), mode: 'test', fields: ALL_FIELDS });
      const rendered = ['label[for=cc-number]', 'label[for=email]', '[part=banner]'].map((selector) =>
        textOf(part(widget, selector)),
      );
      const messages = { ...(await load()), ...(await OPTIONAL_LANGUAGES[lang]?.()) };
      expect(rendered).to.deep.equal([
        messages.label_card_number,
        messages.label_email,
        messages.banner.replace('\u00a0', ' '),
      ]);
    });

    for (const state of ['all errors', 'unknown'] as const) {
      it(`has no layout faults on a narrow page, ${lang}, ${state}`, async () => {
        const widget = await STATES[state]({ lang, dir: dirOf(lang), testCard: true });
        await nextFrame();
        expect(layoutFaults(widget)).to.deep.equal([]);
      });
    }

    it(`has a button of one line on a narrow page, ${lang}`, async () => {
      const widget = await mountReady({ lang, dir: dirOf(lang), amount: '123456' });
      expect(payButton(widget).offsetHeight).to.equal(52);
    });
  }
});
