export const loadHost = () => import('./behaviour.js');
