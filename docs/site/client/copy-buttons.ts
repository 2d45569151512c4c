/** How long a button confirms, in ms. */
const CONFIRMED = 2000;

/** Adds a button to each code block. */
export function addCopyButtons(): void {
  for (const figure of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => {
      void copy(figure.querySelector('code')?.textContent ?? '', button);
    });
    figure.append(button);
  }
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  button.textContent = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Failed', // the browser denies access
  );
  setTimeout(() => {
    button.textContent = 'Copy';
  }, CONFIRMED);
}
