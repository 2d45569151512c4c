/** Words and phrases that we do not write, and what to write instead. */
interface ProseRule {
  /** A regular expression without capturing groups that matches whole words in any case. A space matches any white space. */
  readonly words: string;
  readonly advice: string;
}

const avoid = (words: string, advice: string): ProseRule => ({ words, advice });

/** What a program reads, writes or sends; people say and tell. */
const PROGRAM =
  'proxy|service|server|page|browser|element|widget|form|script|store|answer|response|status|log|test|check';
/** Participles after "what is", where a noun exists. */
const PARTICIPLE = 'typed|sent|said|needed|shown|stored|given|built|missing|measured|checked|paid|left|put|asked|done';

const RULES: readonly ProseRule[] = [
  // Archaic or private words
  avoid('mend(?:s|ed|ing)?', 'Write "fix".'),
  avoid('whoever|whosoever', 'Name the actor: "anyone who …", "the caller".'),
  avoid('nobody', 'Name the actor, or write "no one".'),
  avoid('(?:comes?|came) to grief', 'Write "fails".'),
  avoid('hears? (?:of|from|about|that|the)', 'Programs receive or read.'),
  avoid('courtesy', 'Write "best effort".'),
  avoid('anew', 'Write "again".'),
  avoid('once more', 'Write "again".'),
  avoid(
    'lest|whilst|amongst|upon|hitherto|henceforth|thereof|therein|herein|whereof|heretofore',
    'Use a current word.',
  ),
  avoid('(?:shall|ought to)', 'Write "must", "should" or the present tense.'),
  avoid('in vain', 'Write "without success", or what fails.'),
  avoid('means? no good', 'Write "malicious".'),
  avoid('at odds', 'Write "differs" or "conflicts".'),
  avoid('howsoever|however often', 'Write "no matter how often", or give the number.'),
  avoid('turns? away|turned away', 'Write "reject".'),
  avoid('gives? way to', 'Write "is replaced by".'),
  avoid('holds? \\w+ against', 'Write "compare with" or "check against".'),
  avoid('the other way round', 'Write "in the wrong order", or name the order.'),
  // Poses
  avoid('honest(?:ly|y)?', 'State the fact.'),
  avoid('said plainly|plainly put|put plainly|plainly said', 'State the fact.'),
  avoid('simply|obviously|of course|easily|clearly|naturally|needless to say', 'Leave it out.'),
  avoid('(?:just|simply) (?:add|call|set|use|run|write|import|copy|put|pass)', 'Leave "just" out.'),
  avoid(
    'seamless(?:ly)?|powerful|blazing(?:ly)?|effortless(?:ly)?|robust(?:ly)?|battle-tested|world-class|cutting-edge',
    'Give a figure or leave it out.',
  ),
  avoid('utili[sz](?:e|es|ed|ing)|leverag(?:e|es|ed|ing)', 'Write "use".'),
  avoid('in order to', 'Write "to".'),
  avoid('due to the fact that', 'Write "because".'),
  avoid('prior to', 'Write "before".'),
  avoid('at this point in time', 'Write "now".'),
  // Abbreviations
  avoid('e\\.g\\.', 'Write "for example".'),
  avoid('i\\.e\\.', 'Write "that is".'),
  avoid('etc', 'Name the rest, or write "such as" before the list.'),
  // Pronouns in place of nouns
  avoid('(?<!no |any |every )(?:one|ones) (?:that|which)', 'Repeat the noun.'),
  avoid(`what (?:is|was|were|has been|had been) (?:${PARTICIPLE})`, 'Use a noun: "the typed text", "the error".'),
  avoid('what (?:became|becomes|become) of', 'Write "the outcome of".'),
  avoid('what (?:stands|holds|comes|follows|counts) (?:in|between|before|after|there|is)', 'Use a noun.'),
  // "is no field"
  avoid(
    '(?<!there )(?<!here )(?:is|are|was|were) no (?!longer|more|less|such|way|need|one|idea|match|limit|\\w+er(?:$| than))[a-z]+',
    'Write "is not a …".',
  ),
  avoid('(?:that|which) (?:is|are) none', 'Name what it is: "an unknown key".'),
  // Persons and programs
  avoid(`(?:${PROGRAM}|error|code)s?(?: \uFFFC)?(?: then)? (?:tells?|told)`, 'Programs report, return or log.'),
  avoid(
    `(?:${PROGRAM})s? (?:hears?|heard|speaks?|spoke|believes?|believed|wishes|hopes)`,
    'Programs read, receive or report.',
  ),
  avoid('tells? apart|told apart', 'Write "distinguish".'),
  avoid('as (?:it|they) (?:likes?|pleases?)', 'State the rule.'),
  avoid('(?:have|take|has|takes|took) a look', 'Write "see" or "read".'),
  avoid('the (?:looks?) of', 'Write "the appearance of".'),
  avoid('do(?:es)? not say so', 'Write "reports nothing" or "does not report it".'),
  avoid('may one', 'Write "you can".'),
  // Spelling and terms of the field
  avoid('white-?list(?:s|ed|ing)?', 'Write "allow list" or "allow".'),
  avoid('black-?list(?:s|ed|ing)?', 'Write "block list" or "block".'),
];

/** One pattern for all rules, each of which is a group: a pass for each rule would take seconds. */
const PATTERN = new RegExp(
  `(?<![\\w-])(?:${RULES.map(({ words }) => `(${words.replaceAll(' ', '\\s+')})`).join('|')})(?![\\w-])`,
  'gi',
);

/** A phrase to rewrite, and its position in the text. */
export interface Phrase {
  readonly index: number;
  readonly found: string;
  readonly advice: string;
}

export function findPhrases(text: string): readonly Phrase[] {
  return Array.from(text.matchAll(PATTERN), ({ 0: found, index, ...groups }) => {
    const rule = RULES.findIndex(
      (_, number) => (groups as Record<number, string | undefined>)[number + 1] !== undefined,
    );
    return { index, found, advice: RULES[rule]?.advice ?? '' };
  });
}
