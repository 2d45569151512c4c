/**
 * The parts of the site's packages that the generator uses. They are installed in this folder only when the site is
 * built, so the type check of the project cannot read their own declarations.
 */
declare module '@11ty/eleventy' {
  type MarkdownIt = import('./generator/markdown-it.js').MarkdownIt;

  /** A page in the order of Eleventy's data cascade. */
  export interface PageData {
    readonly title: string;
    readonly description?: string;
    readonly order?: number;
    readonly page: { readonly url: string; readonly inputPath: string; readonly rawInput: string };
  }

  export interface Collection {
    readonly data: PageData;
    readonly url: string;
  }

  export interface UserConfig {
    readonly ignores: Set<string>;
    setUseGitIgnore(use: boolean): void;
    setUseTemplateCache(use: boolean): void;
    setTemplateFormats(formats: readonly string[]): void;
    setIncludesDirectory(folder: string): void;
    setLayoutsDirectory(folder: string): void;
    addGlobalData(name: string, value: unknown): void;
    addTemplate(path: string, content: string): void;
    addFilter(name: string, filter: (...args: never[]) => unknown): void;
    addCollection(name: string, create: (api: { getAll(): Collection[] }) => unknown): void;
    amendLibrary(name: 'md', amend: (markdown: MarkdownIt) => void): void;
  }

  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: {
        readonly quietMode: boolean;
        readonly configPath: string;
        config(config: UserConfig): void;
      },
    );
    write(): Promise<void>;
  }
}

declare module 'highlight.js' {
  const highlighter: {
    getLanguage(name: string): object | undefined;
    highlight(code: string, options: { readonly language: string }): { readonly value: string };
  };
  export default highlighter;
}

declare module 'markdown-it-anchor' {
  type MarkdownIt = import('./generator/markdown-it.js').MarkdownIt;

  const plugin: ((markdown: MarkdownIt, options: object) => void) & {
    readonly permalink: {
      headerLink(options: object): unknown;
    };
  };
  export default plugin;
}

declare module 'minisearch' {
  export interface Result {
    readonly id: string;
    readonly terms: readonly string[];
    readonly [field: string]: unknown;
  }

  export interface Options {
    readonly idField: string;
    readonly fields: readonly string[];
    readonly storeFields: readonly string[];
    tokenize(text: string): string[];
  }

  export interface SearchOptions {
    readonly boost: Readonly<Record<string, number>>;
    readonly prefix: boolean;
    readonly combineWith: 'AND' | 'OR';
    fuzzy(term: string): number | false;
  }

  export default class MiniSearch {
    constructor(options: Options);
    static loadJSON(json: string, options: Options): MiniSearch;
    addAll(documents: readonly object[]): void;
    search(query: string, options: SearchOptions): Result[];
  }
}
