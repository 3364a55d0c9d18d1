import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { amountKinds } from '#app/reading/labels/label_kinds'
import type { Line, Segment, Word } from '#app/reading/layout/layout_types'
import { amountsOfLine, labelsOfSegment } from '#app/reading/layout/lookup'
import { extentOf, overlapOf } from '#app/reading/layout/page_geometry'
import {
  columnAfterWords,
  headingOver,
  isInWords,
  type TableHeading,
  wordsEnd,
  wordsOfColumn,
} from '#app/reading/lines/table_columns'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'

const linesMax = 12
/** What stands further below belongs to something else. */
const gapHeights = 1.3
/** Names of numbers and codes that precede the name of an article in its own column. */
const codeName = /^(gtin|ean|sku|ref\.?|art\.?-?(nr|no)\.?|unsere|cod\.?|item|nr\.?:?)\b/i

/**
 * The words of a row in the column that the heading of its table gives them, with the lines they run on to: a line
 * goes on when its first word had no room on the one before. Details printed below on lines of their own are left out.
 * Null without a heading, or when the row has no words there.
 */
export function rowWords(line: Line, amount: AmountEvidence, material: ReadingMaterial): Word[] | null {
  const heading = headingOver(line, material)
  if (!heading) return null
  const slack = material.layout.textHeight
  const cell = cellOf(line, heading, amount, slack)
  // "Subtotal   118,49": words outside the column of the words are no article without a name.
  if (cell.length === 0 && hasOtherWords(line)) return null
  const below = followingCells(line, amount, heading, material)
  const right = rightEdge(heading, line.page, material)
  let current = cell
  const words = [...cell]
  let isNamed = isName(cell)
  for (const next of below) {
    if (isNamed && !runsOn(current, next, right, slack)) break
    words.push(...next)
    current = next
    isNamed = isNamed || isName(next)
  }
  return isName(words) ? withoutOwnCode(words, cell) : null
}

/** "Tomate rama    Almería" under headings set in the middle of their columns: the second stands nearer to the next of them. */
function isOfNext(cell: Word[], heading: TableHeading): boolean {
  const next = columnAfterWords(heading)
  if (!next || cell.length === 0) return false
  const middle = ({ x0, x1 }: { x0: number; x1: number }) => (x0 + x1) / 2
  const own = middle(extentOf(cell))
  return Math.abs(own - middle(next)) < Math.abs(own - middle(heading.description))
}

function hasOtherWords(line: Line): boolean {
  return line.words.some((word) => /\p{L}{4}/u.test(word.text))
}

/** Lines of goods say more than a code: a word of some letters that does not only name the figure after it. */
function isName(words: Word[]): boolean {
  const text = words.map((word) => word.text).join(' ')
  const named = codeName.test(text) ? text.replace(codeName, '').replace(/\S*\d\S*/g, '') : text
  return (named.match(/\p{L}/gu)?.length ?? 0) >= 3 && /\p{L}{3}/u.test(named)
}

/** A code alone on the first line ("ZS997") is the number of the article whose name follows. */
function withoutOwnCode(words: Word[], first: Word[]): Word[] {
  const isCode = first.length === 1 && /\d/.test(first[0]?.text ?? '') && words.length > first.length
  return isCode ? words.slice(first.length) : words
}

function cellOf(line: Line, heading: TableHeading, amount: AmountEvidence, slack: number): Word[] {
  const own = new Set(amount.words.map((word) => word.id))
  const cells = line.segments.map((segment) => wordsOfColumn(segment, heading, slack))
  const first = cells.findIndex((cell) => cell.length > 0)
  const words = cells
    .filter((cell, at) => at === first || !isOfNext(cell, heading))
    .flat()
    .filter((word) => !own.has(word.id))
  return withoutNextFigure(words, line, heading)
}

/** "Tóner HP 26A 2   80,00": in a tight table the figure of the next column follows the words as one of them. */
function withoutNextFigure(words: Word[], line: Line, heading: TableHeading): Word[] {
  const next = columnAfterWords(heading)
  const last = words.at(-1)
  if (!next || !last || words.length < 2 || !/^[-−]?\d[\d.,]*$/.test(last.text)) return words
  const isUnderNext = (word: Word) => overlapOf([next.x0, next.x1], [word.x0, word.x1]) > 0
  const hasOwn = line.words.some((word) => !words.includes(word) && isUnderNext(word))
  return isUnderNext(last) && !hasOwn ? words.slice(0, -1) : words
}

/** The words under the row in its column, line by line down to the next row. */
function followingCells(
  line: Line,
  amount: AmountEvidence,
  heading: TableHeading,
  material: ReadingMaterial
): Word[][] {
  const { lines, textHeight } = material.layout
  const found: Word[][] = []
  let bottom = line.y1
  for (const next of lines.slice(line.index + 1, line.index + 1 + linesMax)) {
    if (next.page !== line.page || next.words[0]?.isTurned) break
    if (next.y0 - bottom > gapHeights * textHeight) break
    if (isRow(next, material)) break
    const cell = cellOf(next, heading, amount, textHeight)
    if (cell.length === 0) continue
    found.push(cell)
    bottom = next.y1
  }
  return found
}

/** The next row, or a line that speaks of money on its own account. */
function isRow(line: Line, material: ReadingMaterial): boolean {
  return (
    amountsOfLine(material.amounts, line.index).length > 0 ||
    line.segments.some((segment) =>
      labelsOfSegment(material.labels, segment).some(
        (label) =>
          label.words[0] === segment.words[0] && label.kinds.some((kind) => amountKinds.includes(kind))
      )
    )
  )
}

/** How far the words of the table reach on a page, at most up to the next column. */
function rightEdge(heading: TableHeading, page: number, material: ReadingMaterial): number {
  const slack = material.layout.textHeight
  const limit = wordsEnd(heading)
  const ends = material.layout.lines
    .filter((line) => line.page === page && (line.page !== heading.page || line.y0 > heading.y1))
    .flatMap((line) => line.segments)
    .filter((segment: Segment) => isInWords(segment, heading, slack) && segment.x1 < limit + slack)
    .map((segment) => segment.x1)
  return Math.max(heading.description.x1, ...ends)
}

/** "Verpackung: Flasche", "Lote : 4711": a detail with a name of its own. */
function isDetail(words: Word[]): boolean {
  const [first, second] = words
  return /\p{L}:$/u.test(first?.text ?? '') || second?.text === ':'
}

function runsOn(current: Word[], next: Word[], right: number, blank: number): boolean {
  const last = current.at(-1)
  const first = next[0]
  if (!last || !first || isDetail(next)) return false
  if (/[-,&/(]$/.test(last.text) && !/^\p{Lu}.*:$/u.test(first.text)) return true
  if (/^\p{Ll}/u.test(first.text) && !/:$/.test(first.text)) return true
  return last.x1 + blank * 0.3 + (first.x1 - first.x0) > right
}
