import { SETTINGS, type Setting } from '../../src/program/settings.js';
import { code, table } from './markdown.js';

/** The command that runs the proxy. */
export const programBlocks = {
  'program-settings': () =>
    table(
      ['Setting', 'Default', 'Description'],
      Object.entries<Setting>(SETTINGS).map(([name, setting]) => [
        code(name),
        setting.default === undefined ? (setting.isRequired ? 'required' : '') : code(setting.default),
        describe(setting),
      ]),
    ),
};

function describe({ description, default: value, example }: Setting): string {
  return value === undefined && example !== undefined ? `${description} Example: ${code(example)}.` : description;
}
