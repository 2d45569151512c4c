import { html, render } from 'lit';

export interface Question {
  readonly title: string;
  /** What happens then. */
  readonly text: string;
  /** What the button says that does it. */
  readonly action: string;
}

/**
 * Asks before something is done that cannot be undone.
 * @returns whether it shall be done
 */
export function ask({ title, text, action }: Question): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'ask-title');
  dialog.setAttribute('aria-describedby', 'ask-text');
  render(
    html`<form method="dialog" class="stack">
      <h2 id="ask-title">${title}</h2>
      <p id="ask-text">${text}</p>
      <div class="buttons">
        <button>Cancel</button>
        <button class="danger primary" value="confirmed">${action}</button>
      </div>
    </form>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal(); // the focus goes to the first button, which does no harm
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'confirmed');
    });
  });
}
