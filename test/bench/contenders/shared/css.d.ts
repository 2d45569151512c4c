/** How styles are imported: as a file beside the script, or as a text in it. */
declare module '*.css';
declare module '*.css?text' {
  const text: string;
  export default text;
}
