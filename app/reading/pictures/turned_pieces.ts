import { pageWidthUnits } from '#app/reading/layout/layout_types'
import type { WordPiece } from '#app/reading/pages/page_words'

/** Angles (radians) below this move no word by a noticeable part of its height. */
const angleMin = 0.0005

/** Words of a page of this height (in units) as they stand when it is turned clockwise by a small angle around its middle. */
export function turnedPieces(pieces: WordPiece[], angle: number, unitsHigh: number): WordPiece[] {
  if (Math.abs(angle) < angleMin) return pieces
  return pieces.map((piece) => {
    const [dx, dy] = [(piece.x0 + piece.x1 - pageWidthUnits) / 2, (piece.y0 + piece.y1 - unitsHigh) / 2]
    const moveX = dx * Math.cos(angle) - dy * Math.sin(angle) - dx
    const moveY = dx * Math.sin(angle) + dy * Math.cos(angle) - dy
    return {
      ...piece,
      x0: piece.x0 + moveX,
      x1: piece.x1 + moveX,
      y0: piece.y0 + moveY,
      y1: piece.y1 + moveY,
      ...(piece.centres ? { centres: piece.centres.map((centre) => centre + moveX) } : {}),
    }
  })
}
