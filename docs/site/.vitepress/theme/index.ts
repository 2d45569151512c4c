import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import './live-form.css';
import './tables.css';
import './tabs.css';

export default {
  extends: DefaultTheme,
  async enhanceApp() {
    if (typeof customElements === 'undefined') return; // while the pages are built
    const { LiveForm } = await import('./live-form.js');
    customElements.define('live-form', LiveForm);
  },
} satisfies Theme;
