export const loadHost = () => import('./page/behaviour.js');
