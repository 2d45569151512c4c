for (const name of ['success', 'pending']) {
  document.addEventListener(`payment-${name}`, () => window.App?.postMessage(name));
}
