import { format } from 'prettier';
import packageJson from '../package.json' with { type: 'json' };
import source from './asvs.json' with { type: 'json' };
import { slugify } from './slugify.js';

/** The requirements of OWASP ASVS 5.0 that apply to the element and the proxy, and the page that lists them. */

export const STATUSES = ['met', 'partly', 'not met', 'not applicable'] as const;

export interface Requirement {
  /** Number without the “V”, such as `8.2.2`. */
  readonly id: string;
  readonly level: 1 | 2 | 3;
  readonly status: (typeof STATUSES)[number];
  /** One sentence. */
  readonly reason: string;
  /** Files that implement it. */
  readonly controls?: readonly string[];
  /** Files of tests that fail without the control. */
  readonly tests?: readonly string[];
}

interface Chapter {
  readonly id: string;
  readonly name: string;
}

interface Asvs {
  readonly version: string;
  readonly notApplicable: readonly (Chapter & { readonly reason: string })[];
  readonly chapters: readonly (Chapter & { readonly requirements: readonly Requirement[] })[];
}

export const asvs = source as unknown as Asvs;
export const requirements = asvs.chapters.flatMap((chapter) => chapter.requirements);

const FRONT_MATTER = `---
title: OWASP ASVS 5.0
description: Each requirement of the standard, the code that meets it, and the test that proves it.
order: 550
---`;

/** Creates `docs/asvs.md`. */
export async function renderAsvs(): Promise<string> {
  const published = `https://github.com/OWASP/ASVS/tree/v${asvs.version}/5.0/en`;
  const markdown = [
    FRONT_MATTER,
    '# OWASP ASVS 5.0',
    `How the element and the proxy meet the [Application Security Verification Standard](${published}), version ${asvs.version}. This is a
self-assessment, not an audit. “The shop” marks requirements that only your server or page can meet.`,
    `Paths are those of the repository. Run one test file with \`npm test -- proxy/limits\`; for files in \`test/system\` and
\`test/soak\`, use \`npm run test:system\` and \`npm run test:soak\`. \`npm run mutate\` removes each control and expects its test to
fail. \`npm run asvs\` generates this page from \`tools/asvs.json\`.`,
    '## Summary',
    table(
      ['level', ...STATUSES],
      [1, 2, 3].map((level) => [`L${level}`, ...countsOf(requirements.filter((one) => one.level === level))]),
    ),
    table(
      ['chapter', ...STATUSES],
      asvs.chapters.map(({ id, name, requirements }) => {
        const title = `${id} ${name}`;
        return [`[${title}](#${slugify(title)})`, ...countsOf(requirements)];
      }),
    ),
    ...asvs.chapters.flatMap(renderChapter),
    '## Chapters that do not apply',
    asvs.notApplicable.map(({ id, name, reason }) => `- **${id} ${name}.** ${reason}`).join('\n'),
  ].join('\n\n');
  return format(markdown, { ...packageJson.prettier, parser: 'markdown' });
}

/** Requirements that do not apply have no control and no test, so they are a list. */
function renderChapter({ id, name, requirements }: Asvs['chapters'][number]): string[] {
  const isApplicable = ({ status }: Requirement) => status !== 'not applicable';
  const others = requirements.filter((requirement) => !isApplicable(requirement));
  const applicable = requirements.filter(isApplicable);
  return [
    `## ${id} ${name}`,
    ...(applicable.length > 0
      ? [table(['id', 'level', 'status', 'reason', 'control', 'test'], applicable.map(cellsOf))]
      : []),
    ...(others.length > 0
      ? ['Not applicable:', others.map(({ id, level, reason }) => `- ${id} (L${level}): ${reason}`).join('\n')]
      : []),
  ];
}

function countsOf(all: readonly Requirement[]): string[] {
  return STATUSES.map((status) => String(all.filter((one) => one.status === status).length));
}

function cellsOf({ id, level, status, reason, controls = [], tests = [] }: Requirement): string[] {
  const code = (paths: readonly string[]) => paths.map((path) => `\`${path}\``).join(', ');
  return [id, `L${level}`, status, reason, code(controls), code(tests)];
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}
