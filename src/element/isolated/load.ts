/** Loads what the page needs beside the frame. */
export const loadHost = () => import('./behaviour.js');
