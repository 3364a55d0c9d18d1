import { isValidSpanishTaxId } from '#app/kernel/identifiers/tax_id'
import { asDigits } from '#app/reading/candidates/misreadings'
import { median, overlapOf } from '#app/reading/layout/page_geometry'
import type { PageText } from '#app/reading/pages/page_text'
import type { WordPiece } from '#app/reading/pages/page_words'
import { fold, isWithinEdits } from '#app/reading/pages/text_forms'

/** Both engines saw one row where their words share this much of the lower one's height. */
const sameRow = 0.5
/** Middles of letters further apart than this (in heights of the usual print) belong to two words. */
const apartPerHeight = 1.3
const doubtfulBelow = 0.6
const clearFrom = 0.85
const addedConfidenceMin = 0.6
const printedText = /[\p{L}\d]{2}|^\d[%.,]?$|^[€%]$/u
const amountText = /^[-(]?\d{1,3}([.,]?\d{3})*[.,]\d{2}[)€-]?$/

type Letter = { text: string; centre: number; confidence: number }

/**
 * One page of what two engines of different kinds read of it. The first tells where words begin and end; what the second
 * read of their letters takes their place where it is surer, and words that only the second saw are added.
 */
export function fuseLines(page: PageText, lines: readonly WordPiece[]): PageText {
  const proposals = new Map<WordPiece, Letter[]>()
  const added: WordPiece[] = []
  const kept = page.pieces.filter((piece) => !isOutread(piece, page.pieces, lines))
  const usual = median(lines.map((line) => line.y1 - line.y0))
  for (const line of lines) {
    const near = kept.filter((piece) => !piece.isTurned && isBeside(piece, line))
    const runs = runsOf(line, Math.max(usual, line.y1 - line.y0) * apartPerHeight)
    for (const run of runs) {
      const [piece, ...others] = near.filter((one) => holds(one, run))
      const letters = others.length === 0 ? run : []
      if (!piece) added.push(runs.length === 1 ? line : toPiece(run, line))
      else if (letters.length > 0) propose(piece, letters, proposals)
      else for (const letter of run) propose(nearest(near, letter), [letter], proposals)
    }
  }
  const pieces = kept.map((piece) => {
    const letters = proposals.get(piece)
    return letters ? decide(piece, letters) : { ...piece, agreement: 'one' as const }
  })
  const isPrinted = ({ text, confidence = 0 }: WordPiece) =>
    confidence >= addedConfidenceMin && printedText.test(text)
  const alone = added.filter(isPrinted).map((piece) => ({ ...piece, agreement: 'one' as const }))
  return { ...page, pieces: [...pieces, ...alone] }
}

/** A doubtful word among doubtful ones where the reader of lines clearly reads something else: its own words stand there then. */
function isOutread(piece: WordPiece, pieces: readonly WordPiece[], lines: readonly WordPiece[]): boolean {
  if (piece.isTurned || !isDoubtful(piece)) return false
  const clear = lines.filter((line) => (line.confidence ?? 0) >= clearFrom && isOver(piece, line))
  if (pieces.some((one) => !isDoubtful(one) && clear.some((line) => isOver(one, line)))) return false
  const covered = clear.reduce((sum, line) => sum + overlapOf([piece.x0, piece.x1], [line.x0, line.x1]), 0)
  const text = fold(clear.map((line) => lettersOver(piece, line)).join(''))
  const limit = Math.floor(text.length * 0.4)
  return covered > 0.6 * (piece.x1 - piece.x0) && !isWithinEdits(fold(piece.text), text, limit)
}

/** What the reader of lines saw where a word stands; all of it where it does not tell where its letters are. */
function lettersOver({ x0, x1 }: WordPiece, line: WordPiece): string {
  if (!line.centres) return line.text
  return [...line.text].filter((_, at) => isWithin(line.centres?.[at] ?? 0, x0, x1)).join('')
}

const isWithin = (centre: number, x0: number, x1: number): boolean => centre > x0 && centre < x1

const isDoubtful = ({ confidence = 1 }: WordPiece): boolean => confidence < doubtfulBelow

/** Beside each other, and sharing more than their edges. */
function isOver(piece: WordPiece, line: WordPiece): boolean {
  const wide = overlapOf([piece.x0, piece.x1], [line.x0, line.x1])
  return isBeside(piece, line) && wide > 0.2 * Math.min(piece.x1 - piece.x0, line.x1 - line.x0)
}

function isBeside(piece: WordPiece, line: WordPiece): boolean {
  const high = overlapOf([piece.y0, piece.y1], [line.y0, line.y1])
  if (high < sameRow * Math.min(piece.y1 - piece.y0, line.y1 - line.y0)) return false
  return overlapOf([piece.x0, piece.x1], [line.x0, line.x1]) > 0
}

/** The letters of a line, parted where their middles stand further apart than letters of a word do. */
function runsOf(line: WordPiece, apart: number): Letter[][] {
  const runs: Letter[][] = []
  for (const [at, text] of [...line.text].entries()) {
    const centre = line.centres?.[at] ?? (line.x0 + line.x1) / 2
    const before = runs.at(-1)?.at(-1)
    const letter = { text, centre, confidence: line.confidence ?? 0 }
    if (before && centre - before.centre < apart) runs.at(-1)?.push(letter)
    else runs.push([letter])
  }
  return runs
}

/** Whether a word holds the middle of a letter of the run. */
function holds(piece: WordPiece, run: readonly Letter[]): boolean {
  return run.some(({ centre }) => centre > piece.x0 && centre < piece.x1)
}

function nearest(near: readonly WordPiece[], { centre }: Letter): WordPiece {
  const away = (piece: WordPiece) => Math.max(piece.x0 - centre, centre - piece.x1, 0)
  return near.reduce((best, piece) => (away(piece) < away(best) ? piece : best))
}

function propose(piece: WordPiece, letters: readonly Letter[], proposals: Map<WordPiece, Letter[]>): void {
  proposals.set(piece, [...(proposals.get(piece) ?? []), ...letters])
}

/** A word that only the reader of lines saw. */
function toPiece(run: readonly Letter[], line: WordPiece): WordPiece {
  const [first, last] = [run[0]?.centre ?? line.x0, run.at(-1)?.centre ?? line.x1]
  const half = run.length > 1 ? (last - first) / (run.length - 1) / 2 : (line.y1 - line.y0) * 0.35
  return {
    text: textOf(run),
    confidence: trustOf(run),
    isTurned: false,
    x0: Math.max(line.x0, first - half),
    x1: Math.min(line.x1, last + half),
    y0: line.y0,
    y1: line.y1,
  }
}

const textOf = (letters: readonly Letter[]): string => letters.map(({ text }) => text).join('')

const trustOf = (letters: readonly Letter[]): number =>
  letters.reduce((sum, { confidence }) => sum + confidence, 0) / letters.length

function decide(piece: WordPiece, letters: readonly Letter[]): WordPiece {
  const text = textOf(letters.toSorted((a, b) => a.centre - b.centre))
  const trust = trustOf(letters)
  const own = piece.confidence ?? 1
  if (fold(text) === fold(piece.text))
    return { ...piece, confidence: Math.max(own, trust), agreement: 'both' }
  const apart = { ...piece, agreement: 'differ' as const }
  const proven = [piece.text, text].filter(isTaxId)
  if (proven.length === 1) return { ...apart, text: proven[0] ?? text, confidence: Math.max(own, trust) }
  const settled = settledSigns(piece.text, text)
  if (settled !== null) return { ...apart, text: settled, confidence: Math.max(own, trust) }
  return isSurer(text, trust, piece) ? { ...apart, text, confidence: trust } : apart
}

/** "835600212" and "B35600212": the one whose control holds. */
const isTaxId = (text: string): boolean =>
  isValidSpanishTaxId(text.replace(/[-.:,\s]/g, '').replace(/^ES(?=[A-Z])/, ''))

/**
 * Two readings that differ only in letters taken for figures ("P26CON" and "P26C0N"): a letter among letters, a figure
 * beside figures, what the first engine read where the sign stands alone. Null when they differ in more.
 */
function settledSigns(first: string, second: string): string | null {
  if (first.length !== second.length) return null
  const differ = [...first].map((sign, at) => sign !== second[at])
  const isAlike = [...first].every((sign, at) => !differ[at] || areConfused(sign, second[at] ?? ''))
  if (!isAlike) return null
  return [...first]
    .map((sign, at) => {
      const other = second[at] ?? sign
      if (sign === other) return sign
      const [letter, figure] = /\d/.test(sign) ? [other, sign] : [sign, other]
      const beside = [at - 1, at + 1].flatMap((near) => (differ[near] ? [] : (first[near] ?? [])))
      if (beside.some((near) => /\d/.test(near))) return figure
      return beside.some((near) => /\p{L}/u.test(near)) ? letter : sign
    })
    .join('')
}

const areConfused = (one: string, other: string): boolean =>
  /\d/.test(one) !== /\d/.test(other) && asDigits(one) === asDigits(other)

/** Figures are what the reader of lines reads best; in words it leaves out accents and blanks, or makes figures of them. */
function isSurer(text: string, trust: number, piece: WordPiece): boolean {
  const own = piece.confidence ?? 1
  const figures = text.match(/\d/g)?.length ?? 0
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (!/\d/.test(piece.text) && figures <= letters)
    return figures === 0 && trust > own + 0.1 && Math.abs(text.length - piece.text.length) <= 2
  if (amountText.test(text) !== amountText.test(piece.text))
    return amountText.test(text) ? trust >= 0.8 : trust > 0.9 && own < 0.6
  return trust > own || (own < 0.8 && trust >= 0.85)
}
