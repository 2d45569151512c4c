/** CSS imports: as a separate file, or with `?text` as a string. */
declare module '*.css';
declare module '*.css?text' {
  const text: string;
  export default text;
}
