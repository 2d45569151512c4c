import { html } from 'lit';
import { cdp } from '../support/commands.js';
import {
  chord,
  expect,
  input,
  mountReady,
  part,
  payButton,
  sendKeys,
  type as typeInto,
  typeCard,
} from '../support/widget.js';

/** What a page does that has shortcuts, unless the shopper types into a field. */
describe('A page with shortcuts', () => {
  const heard: string[] = [];
  const events = ['keydown', 'keypress', 'keyup'] as const;
  const take = (event: KeyboardEvent): void => {
    if ((event.target as Element).matches('input, select, button')) return;
    heard.push(`${event.type} ${event.key}`);
    event.preventDefault();
  };

  beforeEach(() => {
    heard.length = 0;
    for (const type of events) document.addEventListener(type, take);
  });
  afterEach(() => {
    for (const type of events) document.removeEventListener(type, take);
  });

  const press = (field: HTMLElement, init: KeyboardEventInit): string[] => {
    for (const type of events)
      field.dispatchEvent(new KeyboardEvent(type, { ...init, bubbles: true, composed: true, cancelable: true }));
    return heard;
  };

  it('leaves every field what is typed into it', async () => {
    const widget = await mountReady();
    await typeCard(widget);
    const values = (['cc-number', 'cc-exp', 'cc-csc', 'cc-name'] as const).map((id) => input(widget, id).value);
    expect([values, heard]).to.deep.equal([['4242 4242 4242 4242', '12 / 30', '123', 'Ada Lovelace'], []]);
  });

  it('leaves a field the keys that edit it', async () => {
    const widget = await mountReady();
    await typeInto(widget, 'cc-name', 'Adam B');
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Delete', 'End', 'Backspace'])
      await sendKeys({ press: key });
    expect([input(widget, 'cc-name').value, heard]).to.deep.equal(['Ada ', []]);
  });

  it('leaves a list its letters and arrows', async () => {
    const widget = await mountReady({ fields: 'card-number card-expiry card-cvc country' });
    const country = part(widget, '#country') as HTMLSelectElement;
    country.focus();
    await sendKeys({ type: 'Ger' });
    await sendKeys({ press: 'ArrowDown' });
    expect([country.value, heard]).to.deep.equal(['GH', []]);
  });

  it('leaves Pay the space bar', async () => {
    const widget = await mountReady();
    let presses = 0;
    payButton(widget).addEventListener('click', () => presses++);
    payButton(widget).focus();
    await sendKeys({ press: 'Space' });
    expect([presses, heard]).to.deep.equal([1, []]);
  });

  it('gets Escape, Tab, Enter and combinations', async () => {
    const widget = await mountReady();
    input(widget, 'cc-number').focus();
    await sendKeys({ press: 'Escape' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'F2' });
    await sendKeys({ press: 'Enter' });
    await chord('Control', 'k');
    await chord('Meta', 'k');
    await chord('Alt', '1');
    const downs = heard.filter((it) => it.startsWith('keydown')).map((it) => it.slice('keydown '.length));
    expect(downs).to.deep.equal(['Escape', 'Tab', 'F2', 'Enter', 'Control', 'k', 'Meta', 'k', 'Alt', '1']);
  });

  it('gets the keys of its own fields in a slot', async () => {
    const widget = await mountReady({ content: html`<b slot="before-button" tabindex="0">Terms</b>` });
    widget.querySelector('b')?.focus();
    await sendKeys({ press: 'a' });
    expect(heard).to.deep.equal(['keydown a', 'keyup a']);
  });

  const field = async (): Promise<HTMLInputElement> => input(await mountReady(), 'cc-name');

  it('leaves a field what AltGr types', async () => {
    const init = { key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true };
    expect(press(await field(), init)).to.deep.equal([]);
  });

  it('leaves a field what Option types on a Mac', async () => {
    await cdp('Emulation.setUserAgentOverride', { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' });
    const left = press(await field(), { key: '@', altKey: true });
    await cdp('Emulation.setUserAgentOverride', { userAgent: '' });
    expect(left).to.deep.equal([]);
  });

  it('leaves a field the keys that compose text', async () => {
    expect(press(await field(), { key: 'Enter', isComposing: true })).to.deep.equal([]);
  });
});
