import { html, render } from 'lit';

export interface Question {
  readonly title: string;
  /** The consequence. */
  readonly text: string;
  /** Label of the button that confirms. */
  readonly action: string;
}

/**
 * Asks the user to confirm an action that cannot be undone.
 * @returns whether the user confirmed
 */
export function confirmAction({ title, text, action }: Question): Promise<boolean> {
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
  dialog.showModal(); // focuses Cancel, the first button
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'confirmed');
    });
  });
}
