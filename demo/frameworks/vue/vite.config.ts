import vue from '@vitejs/plugin-vue';

const server = 'http://localhost:3000';
const isCustomElement = (tag: string) => tag === 'payment-widget';

export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
  server: {
    proxy: { '/order': server, '/pay': server, '/thanks': server, '/shop.css': server, '/icon.svg': server },
  },
};
