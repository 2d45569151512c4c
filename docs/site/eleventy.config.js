/** The rest of the configuration is in `generator/site.ts`. */
export default { markdownTemplateEngine: false }; // pages are plain Markdown, and their code may contain braces
