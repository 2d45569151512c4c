/** Code and tables that are wider than the page can be scrolled by keyboard. */
export function makeScrollable(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const element of document.querySelectorAll('.table, .code pre')) observer.observe(element);
}
