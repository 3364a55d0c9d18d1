import { compilePattern, compilePlace, type SafePattern } from '#app/kernel/pattern/safe_pattern'
import { FuzzyWords } from '#app/profiles/matching/fuzzy_words'
import { type MatchKeyword, PREFIX_LENGTH_MIN } from '#app/profiles/matching/matching_terms'
import { joined, type NormalText, stemOf } from '#app/profiles/matching/normal_text'
import { StepTable } from '#app/profiles/matching/step_table'
import { WordTable } from '#app/profiles/matching/word_table'

/** A keyword by its place was found between two tokens, the last one included; of an expression the whole text. */
export type OnHit = (keyword: number, first: number, last: number) => void

/**
 * All keywords compiled: one walk over the tokens of a text finds those that are in it, however many there are. Words
 * and phrases are a trie of token numbers, prefixes one of letters; expressions are asked one by one.
 */
export class KeywordIndex {
  readonly #tokens: WordTable
  readonly #phrases: StepTable
  readonly #prefixes: StepTable
  readonly #phraseEnds: Postings
  readonly #prefixEnds: Postings
  readonly #wholes = new Map<string, number[]>()
  readonly #fuzzy: FuzzyWords
  readonly #fuzzyKeywords: number[][] = []
  readonly #patterns: { keyword: number; isIn: SafePattern }[] = []

  constructor(keywords: readonly MatchKeyword[]) {
    this.#tokens = new WordTable(keywords.length)
    this.#phrases = new StepTable(keywords.length)
    this.#prefixes = new StepTable(64)
    this.#phraseEnds = new Postings(keywords.length)
    this.#prefixEnds = new Postings(keywords.length)
    const fuzzy = new Map<string, number[]>()
    for (const [index, keyword] of keywords.entries()) this.#add(index, keyword, fuzzy)
    this.#fuzzy = new FuzzyWords([...fuzzy.keys()])
    this.#fuzzyKeywords = [...fuzzy.values()]
  }

  /** Tells every keyword that is in a text; the same one as often as it is there. */
  scan(text: NormalText, onHit: OnHit): void {
    this.#scanPhrases(text, onHit)
    if (this.#prefixes.size > 1) this.#scanPrefixes(text, onHit)
    if (this.#fuzzyKeywords.length > 0) this.#scanFuzzy(text, onHit)
    if (this.#wholes.size > 0)
      for (const keyword of this.#wholes.get(text.stems.join(' ')) ?? [])
        onHit(keyword, 0, text.raws.length - 1)
  }

  /** The expressions among some keywords that are in a text: only what could count is asked, because each costs. */
  scanPatterns(text: NormalText, isWanted: (keyword: number) => boolean, onHit: OnHit): void {
    if (this.#patterns.length === 0) return
    const line = joined(text)
    for (const { keyword, isIn } of this.#patterns)
      if (isWanted(keyword) && isIn(line)) onHit(keyword, 0, text.raws.length - 1)
  }

  #add(index: number, { mode, textNorm }: MatchKeyword, fuzzy: Map<string, number[]>): void {
    switch (mode) {
      case 'word':
      case 'phrase':
        this.#phraseEnds.add(this.#phraseNode(textNorm), index)
        return
      case 'prefix':
        if (textNorm.length >= PREFIX_LENGTH_MIN) this.#prefixEnds.add(this.#prefixNode(textNorm), index)
        return
      case 'exact':
        push(this.#wholes, stemsOf(textNorm), index)
        return
      case 'fuzzy':
        push(fuzzy, textNorm, index)
        return
      case 'regex':
        this.#patterns.push({ keyword: index, isIn: compilePattern(textNorm) })
        return
      default:
        mode satisfies never
    }
  }

  #phraseNode(textNorm: string): number {
    let node = 0
    for (const raw of textNorm.split(' ')) {
      node = this.#phrases.add(node, this.#tokens.add(stemOf(raw)))
    }
    return node
  }

  #prefixNode(textNorm: string): number {
    let node = 0
    for (let at = 0; at < textNorm.length; at++) node = this.#prefixes.add(node, textNorm.charCodeAt(at))
    return node
  }

  #scanPhrases({ stems }: NormalText, onHit: OnHit): void {
    const count = stems.length
    const tokens: number[] = []
    for (let at = 0; at < count; at++) tokens.push(this.#tokens.numberOf(stems[at] ?? ''))
    for (let first = 0; first < count; first++) {
      let node = 0
      for (let last = first; last < count; last++) {
        const token = tokens[last] ?? -1
        node = token < 0 ? 0 : this.#phrases.step(node, token)
        if (node === 0) break
        this.#phraseEnds.tell(node, first, last, onHit)
      }
    }
  }

  #scanPrefixes({ raws }: NormalText, onHit: OnHit): void {
    for (let index = 0; index < raws.length; index++) {
      const raw = raws[index] ?? ''
      let node = 0
      for (let at = 0; at < raw.length; at++) {
        node = this.#prefixes.step(node, raw.charCodeAt(at))
        if (node === 0) break
        this.#prefixEnds.tell(node, index, index, onHit)
      }
    }
  }

  #scanFuzzy({ raws }: NormalText, onHit: OnHit): void {
    for (let index = 0; index < raws.length; index++)
      for (const word of this.#fuzzy.find(raws[index] ?? ''))
        for (const keyword of this.#fuzzyKeywords[word] ?? []) onHit(keyword, index, index)
  }
}

/** Where an expression is in a text, as tokens; the whole text when it is found between them. */
export function patternTokens(pattern: string, text: NormalText): [first: number, last: number] {
  const place = compilePlace(pattern)(joined(text))
  const end = Math.max(0, text.raws.length - 1)
  if (!place || place[0] === place[1]) return [0, end]
  let offset = 0
  let first = 0
  let last = end
  for (const [index, raw] of text.raws.entries()) {
    if (offset <= place[0]) first = index
    if (offset < place[1]) last = index
    offset += raw.length + 1
  }
  return [first, last]
}

const stemsOf = (textNorm: string) => textNorm.split(' ').map(stemOf).join(' ')

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** The keywords that end at each node of a trie, as chains in two flat arrays. */
class Postings {
  #heads = new Int32Array(16)
  readonly #next: Int32Array

  constructor(keywords: number) {
    this.#next = new Int32Array(keywords + 1)
  }

  add(node: number, keyword: number): void {
    if (node >= this.#heads.length) {
      const larger = new Int32Array(Math.max(node + 1, this.#heads.length * 2))
      larger.set(this.#heads)
      this.#heads = larger
    }
    this.#next[keyword + 1] = this.#heads[node] ?? 0
    this.#heads[node] = keyword + 1
  }

  tell(node: number, first: number, last: number, onHit: OnHit): void {
    let link = this.#heads[node] ?? 0
    while (link !== 0) {
      onHit(link - 1, first, last)
      link = this.#next[link] ?? 0
    }
  }
}
