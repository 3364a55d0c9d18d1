import type { TaxIdCandidate } from '#app/reading/candidates/find_tax_ids'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Segment } from '#app/reading/layout/layout_types'
import { fold } from '#app/reading/pages/text_forms'
import { partyBlock } from '#app/reading/parties/party_block'

/** What it tells of who bills that nothing is printed before it. */
export const firstPoints = 0.35
const letterheadPoints = 0.6
const initialsPoints = 0.5
const addresseePoints = 1.4
const letterheadLinesMin = 3

/** How much the print around a tax number tells, where no label does, that its owner bills; below nought that it is billed. */
export function printSigns(id: TaxIdCandidate, block: Segment[], material: ReadingMaterial): number {
  return (
    (isSetAsLetterhead(block, material) ? letterheadPoints : 0) +
    (isAbbreviated(block, material) ? initialsPoints : 0) -
    (isAddressee(id, material) ? addresseePoints : 0)
  )
}

/** The tax number whose block begins first: highest on the first page, of two at one height the left one. */
export function printedFirst(
  all: TaxIdCandidate[][],
  material: ReadingMaterial
): TaxIdCandidate[] | undefined {
  const { textHeight } = material.layout
  const blockOf = ([id]: TaxIdCandidate[]) => (id ? partyBlock(id, material) : [])
  const areWhole = all.every((one) => blockOf(one).length >= letterheadLinesMin)
  const topOf = (one: TaxIdCandidate[]) => {
    const { page = 0, x0 = 0, y0 = 0 } = (areWhole ? blockOf(one)[0] : one[0]) ?? {}
    return { page, x0, y0 }
  }
  return all.toSorted((one, other) => {
    const [a, b] = [topOf(one), topOf(other)]
    return a.page - b.page || (Math.abs(a.y0 - b.y0) < textHeight ? a.x0 - b.x0 : a.y0 - b.y0)
  })[0]
}

/** Lines that end at one edge or share one middle, and begin nowhere together: an address to write to begins at one edge. */
function isSetAsLetterhead(block: Segment[], { layout }: ReadingMaterial): boolean {
  const apart = (of: (segment: Segment) => number) => {
    const edges = block.map(of)
    return Math.max(...edges) - Math.min(...edges)
  }
  const slack = 0.6 * layout.textHeight
  // Values behind their fields end at one edge too.
  const behindOthers = block.filter((one) => layout.lines[one.line]?.segments[0] !== one)
  const isRagged =
    block.length >= letterheadLinesMin &&
    2 * behindOthers.length < block.length &&
    apart((one) => one.x0) > 3 * layout.textHeight
  return isRagged && (apart((one) => one.x1) < slack || apart((one) => (one.x0 + one.x1) / 2) < slack)
}

/** "GPM 2026-0231" of "Gabinete Pericial Montalbán": numbers and logos are made of the initials of who bills. */
function isAbbreviated(block: Segment[], { layout }: ReadingMaterial): boolean {
  return block.slice(0, 2).some((name) => {
    const initials = name.words
      .filter((word) => /^\p{Lu}\p{L}{2}/u.test(word.text))
      .map((word) => fold(word.text).charAt(0).toUpperCase())
      .join('')
    const printed = new RegExp(`^${initials.slice(0, 3)}(?![A-Za-z])`)
    return initials.length >= 2 && layout.words.some((word) => printed.test(word.text))
  })
}

const salutation =
  /^(estimad[oa]s?|muy senor\w*|distinguid[oa]s?|benvolgu\w*|apreciad[oa]s?|querid[oa]s?|hola|dear|sehr geehrte|guten tag|liebe[rs]?|hallo|(chere? )?(madame|monsieur)|gentile|egregi\w*|geachte|beste|prezad[oa]s?|caros?)\b.*[,:!.]?$/
const salutationWordsMax = 7

/** Whether a letter greets right under this tax number, which is then of whom it greets. */
function isAddressee(id: TaxIdCandidate, { layout, taxIds }: ReadingMaterial): boolean {
  const greeting = layout.lines.find(
    (line) =>
      line.page === id.page &&
      line.words.length <= salutationWordsMax &&
      /[,:!]$/.test(line.text) &&
      salutation.test(fold(line.text))
  )
  if (!greeting || greeting.index <= id.line) return false
  const above = taxIds.filter((one) => one.page === id.page && one.line < greeting.index)
  return above.every((one) => one.line <= id.line) && taxIds.some((one) => one.id !== id.id)
}
