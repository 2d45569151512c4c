import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { asvs, renderAsvs, requirements, STATUSES } from '../../../tools/asvs.js';
import { MUTATIONS } from '../../../tools/mutations.js';

const namesOf = (paths: readonly (readonly string[] | undefined)[]) => [
  ...new Set(paths.flatMap((path) => path ?? [])),
];

describe('docs/asvs.md', () => {
  it('is what `npm run asvs` writes', async () => {
    assert.equal(readFileSync('docs/asvs.md', 'utf8'), await renderAsvs());
  });

  it('lists the requirements of each chapter in order, without gaps', () => {
    for (const { id, requirements } of asvs.chapters) {
      let [section, number] = [1, 0];
      for (const requirement of requirements) {
        const next = [`${id}.${section}.${number + 1}`, `${id}.${section + 1}.1`];
        const index = next.indexOf(`V${requirement.id}`);
        assert.notEqual(index, -1, `expected ${next.join(' or ')}, found V${requirement.id}`);
        [section, number] = index === 0 ? [section, number + 1] : [section + 1, 1];
      }
    }
  });

  it('gives each requirement a level, a status and one sentence', () => {
    const wrong = requirements.filter(
      ({ level, status, reason }) =>
        ![1, 2, 3].includes(level) || !STATUSES.includes(status) || !/^[^\n|]+\.$/.test(reason),
    );
    assert.deepEqual(wrong, []);
  });

  it('names files that exist', () => {
    const files = namesOf(requirements.map(({ controls }) => controls));
    assert.deepEqual(
      files.filter((file) => !existsSync(file)),
      [],
    );
  });

  it('names tests that exist and run', () => {
    const files = namesOf(requirements.map(({ tests }) => tests));
    const isTest = (file: string) => /^test\/(unit|element|end-to-end|system|soak)\/.+\.test\.ts$/.test(file);
    assert.deepEqual(
      files.filter((file) => !isTest(file) || !existsSync(file)),
      [],
    );
  });

  it('names a test of every requirement that code meets', () => {
    const isCode = (file: string) => /^(src|tools)\//.test(file);
    const untested = requirements.filter(
      ({ status, controls = [], tests = [] }) => status === 'met' && controls.some(isCode) && tests.length === 0,
    );
    assert.deepEqual(untested, []);
  });

  it('names no control of a requirement that is not met or does not apply', () => {
    const claims = requirements.filter(
      ({ status, controls, tests }) => /^not /.test(status) && (controls !== undefined || tests !== undefined),
    );
    assert.deepEqual(claims, []);
  });
});

describe('the mutations of the controls', () => {
  it('are about text that the file contains exactly once', () => {
    const wrong = MUTATIONS.filter(({ file, find }) => readFileSync(file, 'utf8').split(find).length !== 2);
    assert.deepEqual(
      wrong.map(({ ids, file }) => `${ids.join(' ')} ${file}`),
      [],
    );
  });

  it('name a test that the requirement names', () => {
    const testsOf = (id: string) => requirements.find((requirement) => requirement.id === id)?.tests ?? [];
    const wrong = MUTATIONS.filter(({ ids, test }) => !ids.every((id) => testsOf(id).includes(test)));
    assert.deepEqual(
      wrong.map(({ ids, test }) => `${ids.join(' ')} ${test}`),
      [],
    );
  });
});
