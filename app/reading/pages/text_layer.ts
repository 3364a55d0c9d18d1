import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type PageSize, pageWidthUnits } from '#app/reading/layout/layout_types'
import { type Matrix, multiply } from '#app/reading/pictures/page_matrix'

export type TextPiece = { text: string; x0: number; y0: number; x1: number; y1: number; isTurned: boolean }
export type TextPage = { size: PageSize; pieces: TextPiece[] }

type TextItem = { str: string; transform: number[]; width: number; height: number; fontName: string }

/** Blanks wider than this share of the letter height part two words; narrower ones are kerning. */
const wordGapPerHeight = 0.16

/** Reads the text layer of one page as words with their place, in units of a thousandth of the page width. */
export async function readTextLayer(document: PDFDocumentProxy, pageIndex: number): Promise<TextPage> {
  const page = await document.getPage(pageIndex + 1)
  const viewport = page.getViewport({ scale: 1 })
  const content = await page.getTextContent({ includeMarkedContent: false })
  const unit = pageWidthUnits / viewport.width
  const items = content.items.filter(
    (item): item is typeof item & TextItem => 'str' in item && item.str.trim() !== ''
  )
  const pieces = items.flatMap((item) => wordPieces(item, viewport.transform as Matrix, unit))
  page.cleanup()
  const onPage = pieces.filter((piece) => piece.x1 > 0 && piece.x0 < pageWidthUnits && piece.y1 > 0)
  return {
    size: { width: viewport.width, height: viewport.height },
    pieces: joinPieces(withoutDoubles(onPage)),
  }
}

function wordPieces(item: TextItem, view: Matrix, unit: number): TextPiece[] {
  const [a, b, c, d, e, f] = multiply(view, item.transform as Matrix)
  const height = Math.hypot(c, d) * unit
  const angle = Math.atan2(b, a)
  const isTurned = Math.abs(Math.sin(angle)) > 0.5
  const isUpsideDown = !isTurned && Math.cos(angle) < 0
  const text = withoutSpacing(item.str)
  const widths = [...text].map(letterWidth)
  const scale = (item.width * unit) / (widths.reduce((sum, width) => sum + width, 0) || 1)
  const pieces: TextPiece[] = []
  for (const match of text.matchAll(/\S+/g)) {
    const before = [...text.slice(0, match.index)].length
    const start = sum(widths.slice(0, before)) * scale
    const end = start + sum(widths.slice(before, before + [...match[0]].length)) * scale
    const place = { x: e * unit, y: f * unit, start, end, height, angle }
    pieces.push({
      text: match[0],
      isTurned,
      ...(isTurned ? turnedBox(place) : uprightBox(place, isUpsideDown)),
    })
  }
  return pieces
}

const spacedLettersMin = 5
const spacedShare = 0.8

/** "Co m e r c i a l   S u r": print with room between its letters, whose words are parted by more than one blank or a capital. */
function withoutSpacing(text: string): string {
  const parts = text.trim().split(/\s+/)
  const short = parts.filter((part) => /^\p{L}.?$/u.test(part)).length
  if (parts.length < spacedLettersMin || short < parts.length * spacedShare) return text
  return text.replace(/(?<=\S)\s(?=\S)/gu, '').replace(/(?<=[\p{Ll},])(?=\p{Lu})/gu, ' ')
}

type Place = { x: number; y: number; start: number; end: number; height: number; angle: number }

function uprightBox({ x, y, start, end, height }: Place, isUpsideDown: boolean) {
  if (isUpsideDown) return { x0: x - end, x1: x - start, y0: y - height * 0.22, y1: y + height * 0.75 }
  return { x0: x + start, x1: x + end, y0: y - height * 0.75, y1: y + height * 0.22 }
}

function turnedBox({ x, y, start, end, height, angle }: Place) {
  const isUpwards = Math.sin(angle) < 0
  return isUpwards
    ? { x0: x - height * 0.75, x1: x + height * 0.22, y0: y - end, y1: y - start }
    : { x0: x - height * 0.22, x1: x + height * 0.75, y0: y + start, y1: y + end }
}

/** Bold made by printing twice leaves the same word twice in the same place. */
function withoutDoubles(pieces: TextPiece[]): TextPiece[] {
  const seen = new Set<string>()
  return pieces.filter((piece) => {
    const key = `${piece.text}|${Math.round(piece.x0 / 2)}|${Math.round(piece.y0 / 2)}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Joins pieces that the producer split inside a word. */
function joinPieces(pieces: TextPiece[]): TextPiece[] {
  const joined: TextPiece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    const height = piece.y1 - piece.y0
    const continues =
      last &&
      !piece.isTurned &&
      !last.isTurned &&
      Math.abs(last.y1 - piece.y1) < height * 0.2 &&
      piece.x0 - last.x1 < height * wordGapPerHeight &&
      piece.x0 - last.x1 > -height * 0.25
    if (continues) {
      last.text += piece.text
      last.x1 = piece.x1
    } else if (last && continuesTurned(last, piece)) {
      last.text += piece.text
      last.y0 = Math.min(last.y0, piece.y0)
      last.y1 = Math.max(last.y1, piece.y1)
    } else joined.push({ ...piece })
  }
  return joined
}

/** The same along the margin, upwards or downwards. */
function continuesTurned(last: TextPiece, piece: TextPiece): boolean {
  if (!last.isTurned || !piece.isTurned || Math.abs(last.x1 - piece.x1) > 1) return false
  const height = piece.x1 - piece.x0
  const gap = piece.y0 < last.y0 ? last.y0 - piece.y1 : piece.y0 - last.y1
  return gap < height * wordGapPerHeight && gap > -height * 0.25
}

/** Advance of a letter in an average proportional typeface, in em. */
function letterWidth(letter: string): number {
  if (/[ijl.,:;'!|I]/.test(letter)) return 0.28
  if (/[ ft()r\-/[\]]/.test(letter)) return 0.32
  if (/[mwMW@%]/.test(letter)) return 0.86
  if (/[A-ZÁÉÍÓÚÑ€&]/.test(letter)) return 0.68
  return 0.55
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
