import { pageWidthUnits } from '#app/reading/layout/layout_types'
import type { WordPiece } from '#app/reading/pages/page_words'

const slopeMax = 0.04
const slopeStep = 0.0005
const binUnits = 1.2
/** Rows above the page, where words at its edges may be moved, and as many as the highest page has. */
const binsBefore = 60
const binsMax = 4000
/** Fewer words than this make no rows to go by. */
const wordsMin = 20
/** How much sharper the rows must stand before the words are moved. */
const sharperBy = 1.04

/**
 * How far the rows of words still rise or fall (radians, positive when they fall to the right) after recognition
 * straightened the page: the slope at which the heights of the words gather in the fewest rows (a projection profile).
 */
export function residualSlope(pieces: readonly WordPiece[]): number {
  const words = pieces
    .filter((piece) => !piece.isTurned && piece.text.length >= 2)
    .map(({ x0, x1, y0, y1 }) => ({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 }))
  if (words.length < wordsMin) return 0
  const level = sharpness(words, 0)
  let best = { slope: 0, score: level * sharperBy }
  for (let slope = -slopeMax; slope <= slopeMax; slope += slopeStep) {
    const score = sharpness(words, slope)
    if (score > best.score) best = { slope, score }
  }
  return best.slope
}

/** The pieces as they stand when the page (of this height, in units) is turned back by a slope around its middle. */
export function levelled(pieces: WordPiece[], slope: number, unitsHigh: number): WordPiece[] {
  if (slope === 0) return pieces
  return pieces.map((piece) => {
    const [dx, dy] = [(piece.x0 + piece.x1 - pageWidthUnits) / 2, (piece.y0 + piece.y1 - unitsHigh) / 2]
    const [right, down] = [slope * dy, -slope * dx]
    return {
      ...piece,
      x0: piece.x0 + right,
      x1: piece.x1 + right,
      y0: piece.y0 + down,
      y1: piece.y1 + down,
    }
  })
}

type Row = { x: number; y: number }

function sharpness(words: readonly Row[], slope: number): number {
  const rows = new Float32Array(binsMax)
  for (const { x, y } of words) {
    const bin = Math.min(binsMax - 2, Math.max(1, Math.round((y - slope * x) / binUnits) + binsBefore))
    rows[bin - 1] = (rows[bin - 1] ?? 0) + 0.5
    rows[bin] = (rows[bin] ?? 0) + 1
    rows[bin + 1] = (rows[bin + 1] ?? 0) + 0.5
  }
  let sum = 0
  for (const count of rows) sum += count * count
  return sum
}
