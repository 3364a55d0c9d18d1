/** Counts the keywords that are in a text; the same question for every engine, without scores or rules. */
export type PlainMatcher = (text: string) => number

/** Every keyword asked of every text. */
export function includesMatcher(keywords: readonly string[]): PlainMatcher {
  return (text) => keywords.reduce((count, keyword) => count + (text.includes(keyword) ? 1 : 0), 0)
}

/** One expression for each fifty keywords, as a rule engine would keep them. */
export function expressionMatcher(keywords: readonly string[], each: number): PlainMatcher {
  const expressions: RegExp[] = []
  for (let from = 0; from < keywords.length; from += each)
    expressions.push(new RegExp(keywords.slice(from, from + each).join('|')))
  return (text) => expressions.reduce((count, expression) => count + (expression.test(text) ? 1 : 0), 0)
}

/** Windows of one to three words looked up in a map; whole words only. */
export function windowMatcher(keywords: readonly string[]): PlainMatcher {
  const known = new Set(keywords)
  return (text) => {
    const words = text.split(' ')
    let count = 0
    for (let from = 0; from < words.length; from++) {
      let window = ''
      for (let size = 0; size < 3 && from + size < words.length; size++) {
        window = size === 0 ? (words[from] ?? '') : `${window} ${words[from + size]}`
        if (known.has(window)) count++
      }
    }
    return count
  }
}

const LETTERS = 40
const letterOf = (code: number) =>
  code === 32 ? 0 : code >= 97 && code <= 122 ? code - 96 : code >= 48 && code <= 57 ? code - 20 : 39

/** Aho and Corasick's automaton over the letters, as one table of transitions; finds parts of words too. */
export function automatonMatcher(keywords: readonly string[]): PlainMatcher {
  const nodes = keywords.reduce((sum, { length }) => sum + length, 1) + 1
  const next = new Int32Array(nodes * LETTERS)
  const isEnd = new Uint8Array(nodes)
  const link = new Int32Array(nodes)
  let size = 1
  for (const keyword of keywords) {
    let node = 0
    for (let at = 0; at < keyword.length; at++) {
      const place = node * LETTERS + letterOf(keyword.charCodeAt(at))
      next[place] ||= size++
      node = next[place] ?? 0
    }
    isEnd[node] = 1
  }
  const fail = new Int32Array(size)
  const queue: number[] = []
  for (let letter = 0; letter < LETTERS; letter++) if (next[letter]) queue.push(next[letter] ?? 0)
  for (const node of queue) {
    for (let letter = 0; letter < LETTERS; letter++) {
      const place = node * LETTERS + letter
      const after = next[place] ?? 0
      const fallen = next[(fail[node] ?? 0) * LETTERS + letter] ?? 0
      if (after) {
        fail[after] = fallen
        queue.push(after)
      } else next[place] = fallen
    }
    const suffix = fail[node] ?? 0
    link[node] = isEnd[suffix] ? suffix : (link[suffix] ?? 0)
  }
  return (text) => {
    let node = 0
    let count = 0
    for (let at = 0; at < text.length; at++) {
      node = next[node * LETTERS + letterOf(text.charCodeAt(at))] ?? 0
      for (let end = isEnd[node] ? node : (link[node] ?? 0); end; end = link[end] ?? 0) count++
    }
    return count
  }
}
