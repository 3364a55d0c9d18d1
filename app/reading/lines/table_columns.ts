import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import type { Line, Segment, Word } from '#app/reading/layout/layout_types'
import { amountsOfLine } from '#app/reading/layout/lookup'
import { extentOf, overlapOf } from '#app/reading/layout/page_geometry'

type Column = { x0: number; x1: number; kinds: Set<LabelKind> }

/** The heading of a table of goods: its columns from left to right and where it ends. */
export type TableHeading = {
  page: number
  y0: number
  y1: number
  lines: Set<number>
  columns: Column[]
  description: Column
}

const headingKinds: readonly LabelKind[] = [
  'description',
  'quantity',
  'price',
  'lineAmount',
  'rate',
  'reference',
  'discount',
  'tax',
]
const bandGapHeights = 1.1
const bandLinesMax = 6

const headingsKnown = new WeakMap<ReadingMaterial, TableHeading[]>()

/** The heading that a line of goods stands under: the nearest above on its page, else the last one of an earlier page. */
export function headingOver(line: Line, material: ReadingMaterial): TableHeading | null {
  const over = headingsOf(material).filter(
    (one) => one.page < line.page || (one.page === line.page && one.y1 <= line.y0 + 2)
  )
  return over.at(-1) ?? null
}

/** Whether a line is one of those that a heading of goods takes ("Wartość" over "netto"). */
export function isOfHeading(line: Line, material: ReadingMaterial): boolean {
  return headingsOf(material).some((heading) => heading.lines.has(line.index))
}

function headingsOf(material: ReadingMaterial): TableHeading[] {
  const headings = headingsKnown.get(material) ?? findHeadings(material)
  headingsKnown.set(material, headings)
  return headings
}

function findHeadings(material: ReadingMaterial): TableHeading[] {
  const labelled = Map.groupBy(
    material.labels.filter((label) => label.kinds.some((kind) => headingKinds.includes(kind))),
    (label) => label.line
  )
  const lines = material.layout.lines.filter(
    (line) =>
      labelled.has(line.index) &&
      !line.words[0]?.isTurned &&
      !amountsOfLine(material.amounts, line.index).some((amount) => amount.decimals === 2)
  )
  const bands: Line[][] = []
  for (const line of lines) {
    const band = bands.at(-1)
    const last = band?.at(-1)
    const isNext =
      last !== undefined &&
      last.page === line.page &&
      line.y0 - last.y1 < bandGapHeights * material.layout.textHeight &&
      (band?.length ?? 0) < bandLinesMax
    if (band && isNext) band.push(line)
    else bands.push([line])
  }
  return bands.flatMap((band) => {
    const heading = toHeading(band, material)
    return heading ? [heading] : []
  })
}

function toHeading(band: Line[], material: ReadingMaterial): TableHeading | null {
  const columns: Column[] = []
  for (const line of band) for (const cell of cellsOf(line, material)) addCell(columns, cell)
  const sorted = columns.toSorted((a, b) => a.x0 - b.x0)
  const named = sorted.filter((column) => column.kinds.has('description'))
  // "Importe" may head descriptions elsewhere: the widest room to the right is the one of the words.
  const description = named.toSorted((a, b) => roomOf(b, sorted) - roomOf(a, sorted))[0]
  const others = sorted.filter(
    (column) => column !== description && headingKinds.some((kind) => column.kinds.has(kind))
  )
  if (!description || others.length < 1 || sorted.length < 3) return null
  const { y0, y1 } = extentOf(band)
  const lines = new Set(band.map((line) => line.index))
  return { page: band[0]?.page ?? 0, y0, y1, lines, columns: sorted, description }
}

/** The labels of a heading line, and its other words by segment. */
function cellsOf(line: Line, material: ReadingMaterial): Column[] {
  const labels = material.labels.filter((label) => label.line === line.index)
  const taken = new Set<Word>(labels.flatMap((label) => label.words))
  const rest = line.segments.flatMap((segment) => {
    const words = segment.words.filter((word) => !taken.has(word) && /\p{L}/u.test(word.text))
    return words.length > 0 ? [{ ...extentOf(words), kinds: new Set<LabelKind>() }] : []
  })
  return [
    ...labels.map((label) => ({ x0: label.x0, x1: label.x1, kinds: new Set(label.kinds) })),
    ...rest.map(({ x0, x1, kinds }) => ({ x0, x1, kinds })),
  ]
}

function addCell(columns: Column[], cell: Column): void {
  const column = columns.find((one) => overlapOf([one.x0, one.x1], [cell.x0, cell.x1]) > 0)
  if (!column) {
    columns.push(cell)
    return
  }
  column.x0 = Math.min(column.x0, cell.x0)
  column.x1 = Math.max(column.x1, cell.x1)
  for (const kind of cell.kinds) column.kinds.add(kind)
}

function roomOf(column: Column, columns: Column[]): number {
  return (nextColumn(column, columns)?.x0 ?? 1000) - column.x0
}

function nextColumn(column: Column, columns: Column[]): Column | undefined {
  return columns.find((one) => one.x0 >= column.x1)
}

/** The column to the right of the words. */
export function columnAfterWords(heading: TableHeading): Column | undefined {
  return nextColumn(heading.description, heading.columns)
}

/** Where the words of the table end: the left edge of the column after them. */
export function wordsEnd(heading: TableHeading): number {
  return columnAfterWords(heading)?.x0 ?? 1000
}

/** Whether a segment stands in the column of the words rather than in another one of its table. */
export function isInWords(segment: Segment, heading: TableHeading, slack: number): boolean {
  const { description } = heading
  const shared = (column: Column) => overlapOf([column.x0, column.x1], [segment.x0, segment.x1])
  const rival = Math.max(
    0,
    ...heading.columns.filter((column) => column !== description).map((column) => shared(column))
  )
  if (Math.abs(segment.x0 - description.x0) < slack) return true
  // A figure before the words is of a column whose heading stands further left.
  if (segment.x1 < description.x0 && /^[\d.,]+$/.test(segment.text)) return false
  if (shared(description) > 0) return shared(description) >= rival
  if (rival > 0) return false
  const before = heading.columns.findLast((column) => column.x1 <= description.x0)
  return segment.x0 > (before?.x1 ?? 0) && segment.x1 < wordsEnd(heading) + slack
}

/** The words of a segment that stand in the column of the words; print too tight leaves two columns in one segment. */
export function wordsOfColumn(segment: Segment, heading: TableHeading, slack: number): Word[] {
  const { description, columns } = heading
  const before = columns.findLast((column) => column.x1 <= description.x0)
  const reachesIn = segment.x0 < description.x0 - slack && segment.x1 > description.x0 + slack
  if (before && reachesIn && overlapOf([before.x0, before.x1], [segment.x0, segment.x1]) > 0) {
    const isOwn = (word: Word) => word.x0 >= before.x1 - slack * 0.3
    // Codes are cut off; words that begin in the column before belong together with those after them.
    if (segment.words.every((word) => isOwn(word) || /\d/.test(word.text))) return segment.words.filter(isOwn)
  }
  return isInWords(segment, heading, slack) ? segment.words : []
}
