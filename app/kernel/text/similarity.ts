/** Legal forms at the end of a company's name, joined: "S.L.U." is `slu`. */
const legalForms: ReadonlySet<string> = new Set(
  (
    'sl slu sll slne slp slpu sa sau sal sad sc scp scl sccl scoop scv scr cb aie ute eirl gmbh ag kg ohg ltd limited llc llp plc inc ' +
    'corp sarl sas sasu snc spa srl bv nv oy ab as aps lda sicav'
  ).split(' ')
)

const longLegalForm =
  / (sociedad (limitada|anonima|cooperativa|civil|colectiva)( unipersonal| laboral| profesional| nueva empresa)?|comunidad de bienes)$/

const lettersInFormMax = 5

/** Lower case, without accents but with ñ, anything that is no letter or digit as one space. */
export function foldText(text: string): string {
  if (/^[a-z0-9 ]*$/i.test(text)) return text.toLowerCase().replaceAll(/ +/g, ' ').trim()
  const lower = text.normalize('NFKC').toLocaleLowerCase('es').normalize('NFD')
  return lower
    .replaceAll(/n\u0303/g, 'ñ')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A company's name to compare it by: folded and without its legal form ("Hotel Sol, S.L.U." is "hotel sol"). */
export function normalizeName(name: string): string {
  const folded = foldText(name)
  const words = folded.replace(longLegalForm, '').split(' ')
  const kept = withoutLegalForm(words)
  return kept.length === 0 ? folded : kept.join(' ')
}

function withoutLegalForm(words: string[]): string[] {
  const spelled = spelledLetters(words)
  for (let count = spelled; count >= 2; count--) {
    if (legalForms.has(words.slice(-count).join(''))) return words.slice(0, -count)
  }
  const last = words.at(-1)
  return last !== undefined && words.length > 1 && legalForms.has(last) ? words.slice(0, -1) : words
}

/** How many words at the end are single letters, as "S. L. U." leaves them; the first word of a name never counts. */
function spelledLetters(words: string[]): number {
  let count = 0
  while (count < lettersInFormMax && count < words.length - 1 && words.at(-1 - count)?.length === 1) count++
  return count
}

/**
 * How alike two texts are, 0 to 1: shared trigrams over all of them, counted as PostgreSQL's pg_trgm does, so that a
 * threshold means the same in a query and here. Fold or normalise the texts first.
 */
export function trigramSimilarity(a: string, b: string): number {
  return setSimilarity(trigrams(a), trigrams(b))
}

/** The same of trigrams that the caller keeps because it compares one text with many. */
export function setSimilarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0
  let shared = 0
  for (const trigram of left) if (right.has(trigram)) shared++
  return shared / (left.size + right.size - shared)
}

/** Each word with two spaces before it and one behind, cut in threes. */
export function trigrams(text: string): Set<string> {
  const found = new Set<string>()
  for (const word of text.toLocaleLowerCase('es').split(/[^\p{L}\p{N}]+/u)) {
    if (word === '') continue
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3))
  }
  return found
}
