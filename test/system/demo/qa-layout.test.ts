import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { withDemo } from '../../support/demo.js';
import { violationsIn } from './axe.js';
import { SCENARIOS } from '../../../src/sandbox/scenarios.js';
import { QaVisit } from './qa-visit.js';

/** The widget in the frame has accessibility tests of its own. */
const WITHOUT_FRAME = { exclude: ['iframe'] };
const WITH_PROBLEMS = '?theme=neon&amount=49.99';

const context = withDemo();

describe('the QA page on a desktop', () => {
  let visit: QaVisit;
  before(async () => {
    visit = await QaVisit.open(context.browser, context.shopUrl, WITH_PROBLEMS);
  });
  after(() => visit.close());

  for (const tab of ['Scenario', 'Fill in', 'Findings', 'Embed code', 'Settings']) {
    it(`passes axe on the tab “${tab}”`, async () => {
      await visit.showTab(tab);
      assert.deepEqual(await violationsIn(visit.page, WITHOUT_FRAME), []);
    });
  }

  it('passes axe in dark colours, with an error', async () => {
    await visit.page.emulateMedia({ colorScheme: 'dark' });
    await visit.page.locator('#set-metadata').fill('{');
    await visit.page.locator('#set-metadata-error').waitFor();
    assert.deepEqual(await violationsIn(visit.page, WITHOUT_FRAME), []);
  });
});

describe('the QA page on a phone', () => {
  let visit: QaVisit;
  before(async () => {
    visit = await QaVisit.open(context.browser, context.shopUrl, WITH_PROBLEMS, { width: 320, height: 640 });
  });
  after(() => visit.close());

  const show = (area: string) => visit.page.locator('.areas').getByText(area, { exact: true }).click();
  const visible = async () => [
    await visit.page.locator('iframe').isVisible(),
    await visit.page.locator('qa-scenarios').isVisible(),
  ];

  it('shows one area at a time, the form first', async () => {
    const first = await visible();
    await show('Setup');
    assert.deepEqual(
      [first, await visible()],
      [
        [true, false],
        [false, true],
      ],
    );
  });

  it('does not scroll sideways', async () => {
    const overflow: Record<string, number> = {};
    for (const [area, tab] of [
      ['Setup', 'Scenario'],
      ['Setup', 'Fill in'],
      ['Setup', 'Settings'],
      ['Form', undefined],
      ['Log', 'Findings'],
      ['Log', 'Embed code'],
    ] as const) {
      await show(area);
      if (tab) await visit.showTab(tab);
      overflow[tab ?? area] = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    }
    assert.deepEqual(overflow, { Scenario: 0, 'Fill in': 0, Settings: 0, Form: 0, Findings: 0, 'Embed code': 0 });
  });

  it('passes axe', async () => {
    await show('Form');
    assert.deepEqual(await violationsIn(visit.page, WITHOUT_FRAME), []);
  });
});

describe('the QA page by keyboard', () => {
  it('allows to choose a tab, fill in a card and pay', async () => {
    const visit = await QaVisit.open(context.browser, context.shopUrl);
    const { page } = visit;
    await page.getByRole('tab', { name: 'Scenario' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('#tab-fill:focus').waitFor();
    await page.keyboard.press('Tab'); // the panel
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Visa', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'submit()' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('submit() resolved: paid.').waitFor();
    await visit.close();
  });
});

describe('a viewport of the QA page', () => {
  it('has the given width inside the frame and fits into its place', async () => {
    const visit = await QaVisit.open(context.browser, context.shopUrl);
    for (const [label, width] of [
      ['320', 320],
      ['Phone', 390],
      ['Tablet', 768],
      ['Desktop', 1280],
    ] as const) {
      await visit.page.locator('qa-stage-bar').getByText(label, { exact: true }).click();
      const inside = await visit.read(({ ownerDocument }) => ownerDocument.defaultView?.innerWidth);
      const [place, frame] = await Promise.all(
        ['.device', 'iframe'].map((selector) => visit.page.locator(selector).boundingBox()),
      );
      assert.deepEqual([inside, (frame?.width ?? 0) <= (place?.width ?? 0)], [width, true], label);
    }
    await visit.close();
  });
});

describe('the scrolling areas of the QA page', () => {
  /** For each area that scrolls: how much of it lies below its last visible content, in px. */
  const blanks = (): number[] => {
    const scrollers = [...document.querySelectorAll('html, .area, .panel, .log-scroll')];
    return scrollers
      .filter(({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight)
      .map((scroller) => {
        const isPage = scroller === document.documentElement;
        const top = isPage ? -scrollY : scroller.getBoundingClientRect().top - scroller.scrollTop;
        const bottoms = [...scroller.querySelectorAll(':not(.visually-hidden)')]
          .filter((element) => element.checkVisibility())
          .filter((element) => element.parentElement?.closest('.area, .panel, .log-scroll, html') === scroller)
          .map((element) => element.getBoundingClientRect().bottom);
        return Math.round(scroller.scrollHeight - (Math.max(...bottoms) - top));
      });
  };

  for (const [width, height] of [
    [1920, 1080],
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    it(`end with their content at ${width} × ${height}`, async () => {
      const visit = await QaVisit.open(context.browser, context.shopUrl, '', { width, height });
      if (width < 820) await visit.page.locator('.areas').getByText('Setup', { exact: true }).click();
      const found: number[] = [];
      for (const tab of ['Fill in', 'Settings', 'Scenario']) {
        await visit.showTab(tab);
        found.push(...(await visit.page.evaluate(blanks)));
      }
      await visit.close();
      assert.ok(Math.max(0, ...found) <= 50, `blank: ${found.join(', ')} px`); // padding of page and areas
    });
  }

  it('leave nothing of the page to scroll on a desktop', async () => {
    const visit = await QaVisit.open(context.browser, context.shopUrl);
    assert.equal(await visit.page.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0);
    await visit.close();
  });
});

describe('the search over the scenarios', () => {
  let visit: QaVisit;
  before(async () => {
    visit = await QaVisit.open(context.browser, context.shopUrl, '?scenario=declined');
  });
  after(() => visit.close());

  const search = (text: string) => visit.page.getByRole('searchbox', { name: 'Search scenarios' }).fill(text);
  const labels = () => visit.page.locator('.scenario-group .scenario-label').allTextContents();
  const count = (text: string) => visit.page.locator('.scenario-search [role=status]', { hasText: text }).waitFor();

  for (const [query, found] of [
    ['503', ['503']],
    ['unknown 500', ['500', '500 after the charge']],
    ['4000 0000 0000 0119', ['500 after the charge']],
    ['4178', ['Reset after charging']],
    ['DECLINED', ['Declined']],
  ] as const) {
    it(`finds “${query}”`, async () => {
      await search(query);
      await count(`${found.length} of `);
      assert.deepEqual(await labels(), found);
    });
  }

  it('announces that nothing was found, and which scenario is selected', async () => {
    await search('nothing has this');
    await count('No scenario matches “nothing has this”. Selected: “Declined”');
    assert.deepEqual(await labels(), []);
  });

  it('is emptied with Escape', async () => {
    await visit.page.keyboard.press('Escape');
    await count(`${SCENARIOS.length} scenarios`);
    assert.equal((await labels()).length, SCENARIOS.length);
  });
});
