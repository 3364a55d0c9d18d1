/** A text as the matcher sees it: parallel arrays, one place a token. Offsets are of `text`. */
export type NormalText = {
  /** The text in Unicode's compatibility form (NFKC); what highlights refer to. */
  text: string
  /** Lower case without accents, ñ kept; amounts as 1234.56. */
  raws: string[]
  /** The same without the mark of the plural. */
  stems: string[]
  from: number[]
  to: number[]
}

/** Words that say nothing alone (area 04 §4.1). */
const STOP_WORDS: ReadonlySet<string> = new Set('de la el los las y en por para del al con sl sa'.split(' '))

const ONLY_ASCII = /^[\x20-\x7e]*$/
const RUNS = /\p{N}+(?:[.,]\p{N}+)+(?![\p{L}\p{N}\p{M}])|[\p{L}\p{N}\p{M}]+/gu
const AMOUNT = /^\p{N}+(?:[.,]\p{N}+)+$/u

/** Cuts a text into tokens (area 04 §4.1): both as written and without the plural, each with its place. */
export function normalText(text: string): NormalText {
  return ONLY_ASCII.test(text) ? plainTokens(text) : foldedTokens(text.normalize('NFKC'))
}

/** The tokens as written, joined by one space: what is kept of a keyword and searched by expressions. */
export const joined = ({ raws }: NormalText): string => raws.join(' ')

/** Whether nothing of it counts: no token at all, or only words such as «de» and «la». */
export const isEmptyWord = ({ raws }: NormalText): boolean => raws.every((raw) => STOP_WORDS.has(raw))

/** Whether a token is a number (token class `#num`). */
export const isNumber = (raw: string): boolean => /^\p{N}+(\.\p{N}+)?$/u.test(raw)

/** Without the plural: `es` behind a consonant, `s` behind a vowel, from five letters on. */
export function stemOf(raw: string): string {
  const last = raw.length - 1
  if (last < 4 || raw.charCodeAt(last) !== 115) return raw
  const before = raw.charCodeAt(last - 1)
  if (before === 101 && isConsonant(raw.charCodeAt(last - 2))) return raw.slice(0, -2)
  return isVowel(before) ? raw.slice(0, -1) : raw
}

const isVowel = (code: number) => code === 97 || code === 101 || code === 105 || code === 111 || code === 117
const isConsonant = (code: number) => (code > 97 && code <= 122 && !isVowel(code)) || code === 0xf1

function empty(text: string): NormalText {
  return { text, raws: [], stems: [], from: [], to: [] }
}

function push(found: NormalText, raw: string, from: number, to: number): void {
  found.raws.push(raw)
  found.stems.push(stemOf(raw))
  found.from.push(from)
  found.to.push(to)
}

/** 1 a letter, 2 a digit, 0 neither. */
const KIND = new Uint8Array(128)
for (let code = 48; code <= 57; code++) KIND[code] = 2
for (let code = 97; code <= 122; code++) KIND[code] = 1

/** The common case, a character at a time: it is four times as fast as the expressions. */
function plainTokens(text: string): NormalText {
  const lower = text.toLowerCase()
  const found = empty(text)
  const length = lower.length
  let at = 0
  while (at < length) {
    const kind = KIND[lower.charCodeAt(at)]
    if (kind === 0) {
      at++
      continue
    }
    const from = at
    if (kind === 2) {
      const end = amountEnd(lower, from)
      if (end > 0) {
        at = end
        push(found, plainAmount(lower.slice(from, end)), from, end)
        continue
      }
    }
    while (at < length && KIND[lower.charCodeAt(at)] !== 0) at++
    push(found, lower.slice(from, at), from, at)
  }
  return found
}

/** Where digits with separators inside end; 0 when there is no separator or a letter follows. */
function amountEnd(text: string, from: number): number {
  let at = from
  let separators = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (KIND[code] === 2) at++
    else if ((code === 46 || code === 44) && KIND[text.charCodeAt(at + 1)] === 2) {
      separators++
      at++
    } else break
  }
  return separators > 0 && KIND[text.charCodeAt(at)] !== 1 ? at : 0
}

function foldedTokens(text: string): NormalText {
  const found = empty(text)
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    const raw = AMOUNT.test(run) ? plainAmount(run) : folded(run)
    if (raw !== '') push(found, raw, index, index + run.length)
  }
  return found
}

/** Lower case without accents; «año» is not «ano». */
function folded(run: string): string {
  return run.toLocaleLowerCase('es').normalize('NFD').replaceAll('n\u0303', 'ñ').replaceAll(/\p{M}/gu, '')
}

/** 1.234,56 and 1,234.56 are 1234.56; three digits behind a lone separator are thousands. */
function plainAmount(run: string): string {
  const last = Math.max(run.lastIndexOf('.'), run.lastIndexOf(','))
  const sign = run[last] ?? ''
  const isMixed = run.includes(sign === '.' ? ',' : '.')
  const isOnce = run.indexOf(sign) === last
  const isThousands = run.length - last - 1 === 3 && last <= 3 && run[0] !== '0'
  const digits = (part: string) => part.replaceAll(/[.,]/g, '')
  return isOnce && (isMixed || !isThousands)
    ? `${digits(run.slice(0, last))}.${run.slice(last + 1)}`
    : digits(run)
}
