import type { PageSize, Word } from '#app/reading/layout/layout_types'
import { toPageBox } from '#app/reading/layout/page_geometry'
import type { ReadPage } from '#app/reading/reading_types'

/** Of two engines that looked at a picture: both read the same, one alone saw the word, or they read it differently. */
export type Agreement = 'both' | 'one' | 'differ'

export type WordPiece = {
  text: string
  x0: number
  y0: number
  x1: number
  y1: number
  isTurned: boolean
  confidence?: number
  /** The middles of its letters from left to right, where the engine tells them. */
  centres?: number[]
  /** Only where two engines looked. */
  agreement?: Agreement
}

/** Longer runs without a blank are data, not words. */
const lettersMax = 200

/**
 * Numbers the words of a page and parts what print glued together: a label and its value ("Fecha:17-09-2026") and
 * brackets around a value. Positions of the parts follow the share of letters.
 */
export function toWords(pieces: WordPiece[], page: number, firstId: number): Word[] {
  return pieces
    .flatMap(splitPiece)
    .map((piece, index) => ({ ...piece, confidence: piece.confidence ?? 1, page, id: firstId + index }))
}

function splitPiece(piece: WordPiece): WordPiece[] {
  const leaders = /^(.*?)[._…]{4,}(.*)$/u.exec(piece.text)
  if (leaders && !piece.isTurned) {
    const share = (piece.x1 - piece.x0) / piece.text.length
    const [, left = '', right = ''] = leaders
    return [
      { ...piece, text: left, x1: piece.x0 + share * left.length },
      { ...piece, text: right, x0: piece.x1 - share * right.length },
    ]
      .filter((part) => part.text !== '')
      .flatMap(splitPiece)
  }
  if (piece.text.length > lettersMax) return [{ ...piece, text: piece.text.slice(0, lettersMax) }]
  const parts = piece.text
    .split(
      /(?<=^(?:[Ff]actura|FACTURA|[Rr]echnung|RECHNUNG|[Ii]nvoice|INVOICE|[Ff]acture|FACTURE|[Ff]attura|FATTURA|[Ff]actuur|FACTUUR)[.:]?)(?=#?\d)|(?<=\p{L}[.ºª°)]{0,2}:)(?=[^/\s])|(?<=[€$£])(?=[\d-])|(?<=\p{L}{3}\()(?=\S)|(?<=\d)(?=[€£])|(?<=^(?:[NC]\.?[I1]\.?F\.?|DNI|NIE)[:.]?)(?=(?:ES-?)?(?:[A-Z]-?\d{7}|\d{8}))|(?<=\d)(?=EUR\b)|(?<=^EUR)(?=\d)|(?<=^[+(]?(?:1\.)?(?:\p{L}\.?){2,7}[?:]?)(?=\d{1,2}(?:[.,]\d+)?%)/u
    )
    .filter((part) => part !== '')
  if (parts.length < 2 || piece.isTurned) return [piece]
  const share = (piece.x1 - piece.x0) / piece.text.length
  let x = piece.x0
  return parts.map((text) => {
    const part = { ...piece, text, x0: x, x1: x + share * text.length }
    x = part.x1
    return part
  })
}

/** The words of one page as the viewer wants them: boxes as fractions of the page. */
export function toReadPage(size: PageSize, words: Word[]): ReadPage {
  return {
    width: size.width,
    height: size.height,
    words: words.map((word) => ({
      text: word.text,
      box: toPageBox(word, size),
      confidence: word.confidence,
    })),
  }
}
