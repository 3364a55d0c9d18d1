import type { PageSize } from '#app/reading/layout/layout_types'
import { overlapOf, unitsHigh } from '#app/reading/layout/page_geometry'
import type { PageText } from '#app/reading/pages/page_text'
import type { WordPiece } from '#app/reading/pages/page_words'
import { turnedPieces } from '#app/reading/pictures/turned_pieces'

/** A word of the other recognition is the same one when it covers this share of the smaller of both boxes. */
const sameShare = 0.45
/** Below this an additional word is as likely a speck or a rule. */
const addedConfidenceMin = 0.55
const clearerBy = 0.06
/** Whatever has a letter or figure more than a rule of a table has. */
const printedText = /[\p{L}\d]{2}|^\d[%.,]?$|^[€%]$/u
const amountText = /^[-(]?\d{1,3}([.,]?\d{3})*[.,]\d{2}[)€-]?$/

/**
 * One page of two recognitions of the same picture: what the first left out (single figures, cells of tables) comes from
 * the second, and of two readings of a word the clearer one is taken, an amount before what is none.
 */
export function fusePages(first: PageText, second: PageText): PageText {
  if (first.image === null) return first
  const others = toFirst(second.pieces, second.size, first.size)
  const shared = new Map<WordPiece, WordPiece[]>()
  const added: WordPiece[] = []
  for (const other of others) {
    const same = first.pieces.filter((piece) => isSamePlace(piece, other))
    for (const piece of same) shared.set(piece, [...(shared.get(piece) ?? []), other])
    const isClear = (other.confidence ?? 1) >= addedConfidenceMin && printedText.test(other.text)
    if (same.length === 0 && isClear) added.push(other)
  }
  const pieces = first.pieces.map((piece) => {
    const [only, ...more] = shared.get(piece) ?? []
    return only && more.length === 0 && isBetterReading(only, piece)
      ? { ...piece, text: only.text, confidence: only.confidence ?? 1, agreement: 'differ' as const }
      : piece
  })
  return { ...first, pieces: [...pieces, ...added] }
}

function isSamePlace(a: WordPiece, b: WordPiece): boolean {
  const width = overlapOf([a.x0, a.x1], [b.x0, b.x1])
  const height = overlapOf([a.y0, a.y1], [b.y0, b.y1])
  const smaller = Math.min((a.x1 - a.x0) * (a.y1 - a.y0), (b.x1 - b.x0) * (b.y1 - b.y0))
  return width * height > sameShare * smaller
}

/** A word may only be replaced by one of about the same width: else it is a part of it, or more than it. */
function isBetterReading(other: WordPiece, own: WordPiece): boolean {
  const ratio = (other.x1 - other.x0) / Math.max(1, own.x1 - own.x0)
  if (ratio < 0.8 || ratio > 1.25 || other.text === own.text) return false
  if (amountText.test(other.text) !== amountText.test(own.text) && /\d/.test(own.text))
    return amountText.test(other.text)
  return (other.confidence ?? 1) > (own.confidence ?? 1) + clearerBy
}

/** Both recognitions straightened the page on their own: the second's words as the first's page lies. */
function toFirst(pieces: WordPiece[], from: PageSize, to: PageSize): WordPiece[] {
  const angle = (to.angleRadians ?? 0) - (from.angleRadians ?? 0)
  return turnedPieces(pieces, angle, unitsHigh(to, to.quarterTurns ?? 0))
}
