import vue from '@vitejs/plugin-vue';

const isCustomElement = (tag: string) => tag === 'payment-widget';

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
