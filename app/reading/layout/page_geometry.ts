import type { DocumentLayout, PageSize, Word } from '#app/reading/layout/layout_types'
import { pageWidthUnits } from '#app/reading/layout/layout_types'
import { squareToQuad } from '#app/reading/pictures/projection'
import type { FieldBox, PageBox } from '#app/reading/reading_types'

type Extent = { x0: number; y0: number; x1: number; y1: number }

/** The smallest rectangle around all the parts. */
export function extentOf(parts: Extent[]): Extent {
  return {
    x0: Math.min(...parts.map((part) => part.x0)),
    y0: Math.min(...parts.map((part) => part.y0)),
    x1: Math.max(...parts.map((part) => part.x1)),
    y1: Math.max(...parts.map((part) => part.y1)),
  }
}

/** The boxes of a run of words, one a line, as fractions of their page; pages count from 1. */
export function toFieldBox(words: Word[], layout: DocumentLayout): FieldBox[] {
  const lines: Word[][] = []
  for (const word of words) {
    const line = lines.find((one) => one[0] && isLevel(one[0], word))
    if (line) line.push(word)
    else lines.push([word])
  }
  return lines.flatMap((line) => {
    const size = layout.pages[line[0]?.page ?? -1]
    return size ? [{ page: (line[0]?.page ?? 0) + 1, box: toPageBox(extentOf(line), size) }] : []
  })
}

function isLevel(a: Word, b: Word): boolean {
  if (a.isTurned || b.isTurned) return a.isTurned && b.isTurned && a.page === b.page
  return a.page === b.page && overlapOf([a.y0, a.y1], [b.y0, b.y1]) > 0.4 * Math.min(a.y1 - a.y0, b.y1 - b.y0)
}

/** A rectangle of the straightened page as fractions of the page as displayed. */
export function toPageBox(extent: Extent, size: PageSize): PageBox {
  const isSideways = (size.quarterTurns ?? 0) % 2 === 1
  const read = isSideways ? { width: size.height, height: size.width } : size
  const unitsHigh = (pageWidthUnits * read.height) / read.width
  const corners = [
    [extent.x0, extent.y0],
    [extent.x1, extent.y0],
    [extent.x0, extent.y1],
    [extent.x1, extent.y1],
  ]
    .map(([x = 0, y = 0]) =>
      turnBack(rotateBack(x, y, unitsHigh, size.angleRadians ?? 0), unitsHigh, size.quarterTurns ?? 0)
    )
    .map(([x, y]) => (size.sheet ? squareToQuad(size.sheet)(x, y) : [x, y]))
  const xs = corners.map(([x = 0]) => x)
  const ys = corners.map(([, y = 0]) => y)
  const round = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 10_000) / 10_000
  return [round(Math.min(...xs)), round(Math.min(...ys)), round(Math.max(...xs)), round(Math.max(...ys))]
}

function rotateBack(x: number, y: number, unitsHigh: number, angle: number): [number, number] {
  if (angle === 0) return [x, y]
  const [centreX, centreY] = [pageWidthUnits / 2, unitsHigh / 2]
  const [dx, dy] = [x - centreX, y - centreY]
  return [
    centreX + dx * Math.cos(angle) + dy * Math.sin(angle),
    centreY - dx * Math.sin(angle) + dy * Math.cos(angle),
  ]
}

/** Undoes quarter turns clockwise; gives fractions. */
function turnBack([x, y]: [number, number], unitsHigh: number, turns: number): [number, number] {
  const [fx, fy] = [x / pageWidthUnits, y / unitsHigh]
  if (turns === 1) return [fy, 1 - fx]
  if (turns === 2) return [1 - fx, 1 - fy]
  return turns === 3 ? [1 - fy, fx] : [fx, fy]
}

/** Height of a page in thousandths of its width as it was read, after quarter turns. */
export function unitsHigh(
  { width, height }: { width: number; height: number },
  quarterTurns: number
): number {
  const isSideways = quarterTurns % 2 === 1
  return (pageWidthUnits * (isSideways ? width : height)) / (isSideways ? height : width)
}

export function overlapOf(a: [number, number], b: [number, number]): number {
  return Math.max(0, Math.min(a[1], b[1]) - Math.max(a[0], b[0]))
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
