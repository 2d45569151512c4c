/** A style sheet as text, which Vite minifies. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
