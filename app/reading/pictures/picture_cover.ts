import { OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { TextPage } from '#app/reading/pages/text_layer'
import { type Matrix, multiply } from '#app/reading/pictures/page_matrix'

type Box = { x0: number; y0: number; x1: number; y1: number }

/** The page is looked at in squares, `cells` across and `cells` down. */
const cells = 24
const coveredShareMin = 0.3
/** Smaller ones are icons and lines, which hold no words. */
const pictureCellsMin = 3
/** A picture with fewer words of the text layer on it than this, for a whole page, is read as a picture. */
const wordsPerPageMin = 30

/** `mayHoldCode`: a picture about as high as wide, as a QR code is, or one large enough to show a code among other things. */
export type PictureCover = { hasPictures: boolean; isUnread: boolean; mayHoldCode: boolean }

const codeSidePointsMin = 36
const codeSidesRatioMax = 1.35
const largeShareMin = 0.12

/**
 * How much of a page is pictures, and whether the text layer leaves them unread: a scan with a stamp or footer of text
 * over it looks like a page of text unless its pictures are measured.
 */
export async function measurePictures(
  document: PDFDocumentProxy,
  pageIndex: number,
  { size, pieces }: TextPage
): Promise<PictureCover> {
  const page = await document.getPage(pageIndex + 1)
  const viewport = page.getViewport({ scale: 1 })
  const { fnArray, argsArray } = await page.getOperatorList()
  const boxes = pictureBoxes(fnArray, argsArray, viewport.transform as Matrix)
  page.cleanup()
  const unitsHigh = (1000 * size.height) / size.width
  const covered = coveredCells(boxes, viewport.width, viewport.height)
  const share = covered.size / (cells * cells)
  const words = pieces.filter((piece) => {
    const column = Math.floor((((piece.x0 + piece.x1) / 2) * cells) / 1000)
    const row = Math.floor((((piece.y0 + piece.y1) / 2) * cells) / unitsHigh)
    return covered.has(row * cells + column)
  }).length
  return {
    hasPictures: covered.size >= pictureCellsMin,
    mayHoldCode: boxes.some((box) => canBeCode(box, viewport.width * viewport.height)),
    isUnread: share >= coveredShareMin && words < wordsPerPageMin * share,
  }
}

function canBeCode({ x0, y0, x1, y1 }: Box, pageArea: number): boolean {
  const [width, height] = [x1 - x0, y1 - y0]
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return (
    short >= codeSidePointsMin &&
    (long / short <= codeSidesRatioMax || width * height >= largeShareMin * pageArea)
  )
}

/** Follows the drawing of a page and gives where each picture lands, in points of the page as displayed. */
function pictureBoxes(operators: number[], args: unknown[], view: Matrix): Box[] {
  const boxes: Box[] = []
  const saved: Matrix[] = []
  let matrix = view
  for (const [index, operator] of operators.entries()) {
    const own: unknown[] = Array.isArray(args[index]) ? args[index] : []
    switch (operator) {
      case OPS.save:
        saved.push(matrix)
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        matrix = saved.pop() ?? view
        break
      case OPS.transform:
        matrix = multiply(matrix, toMatrix(own) ?? identity)
        break
      case OPS.paintFormXObjectBegin:
        saved.push(matrix)
        matrix = multiply(matrix, toMatrix(own[0]) ?? identity)
        break
      default:
        boxes.push(...placements(operator, own).map((one) => unitSquare(multiply(matrix, one))))
    }
  }
  return boxes
}

const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrices with which an operator paints pictures; several pictures are often drawn by one. */
function placements(operator: number, args: unknown[]): Matrix[] {
  switch (operator) {
    case OPS.paintImageXObject:
    case OPS.paintImageMaskXObject:
    case OPS.paintInlineImageXObject:
      return [identity]
    case OPS.paintImageXObjectRepeat: {
      const [, scaleX, scaleY, places] = args
      return pairs(places).map(([x, y]) => [Number(scaleX), 0, 0, Number(scaleY), x, y])
    }
    case OPS.paintInlineImageXObjectGroup:
      return transformsIn(args[1])
    case OPS.paintImageMaskXObjectGroup:
      return transformsIn(args[0])
    default:
      return []
  }
}

function transformsIn(list: unknown): Matrix[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown) => {
    const hasTransform = typeof one === 'object' && one !== null && 'transform' in one
    const matrix = hasTransform ? toMatrix(one.transform) : null
    return matrix ? [matrix] : []
  })
}

function pairs(places: unknown): [number, number][] {
  if (!(places instanceof Float32Array || Array.isArray(places))) return []
  const numbers = Array.from(places, Number)
  return numbers.flatMap((x, index) =>
    index % 2 === 0 ? [[x, numbers[index + 1] ?? 0] as [number, number]] : []
  )
}

function toMatrix(values: unknown): Matrix | null {
  const numbers =
    Array.isArray(values) || values instanceof Float32Array || values instanceof Float64Array
      ? Array.from(values, Number)
      : []
  const [a, b, c, d, e, f] = numbers
  return a === undefined || b === undefined || c === undefined || d === undefined || e === undefined
    ? null
    : [a, b, c, d, e, f ?? 0]
}

function unitSquare([a, b, c, d, e, f]: Matrix): Box {
  const xs = [e, e + a, e + c, e + a + c]
  const ys = [f, f + b, f + d, f + b + d]
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}

function coveredCells(boxes: Box[], width: number, height: number): Set<number> {
  const covered = new Set<number>()
  for (const box of boxes) {
    for (let row = 0; row < cells; row += 1) {
      const y = ((row + 0.5) * height) / cells
      if (y < box.y0 || y > box.y1) continue
      for (let column = 0; column < cells; column += 1) {
        const x = ((column + 0.5) * width) / cells
        if (x >= box.x0 && x <= box.x1) covered.add(row * cells + column)
      }
    }
  }
  return covered
}
