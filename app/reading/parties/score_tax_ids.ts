import type { TaxIdCandidate } from '#app/reading/candidates/find_tax_ids'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Line, Segment, Word } from '#app/reading/layout/layout_types'
import { labelsOfSegment } from '#app/reading/layout/lookup'
import { indexOfWord } from '#app/reading/layout/word_runs'
import { fold, isWithinEdits } from '#app/reading/pages/text_forms'
import { holdsAccount } from '#app/reading/parties/account_holder'
import { isLargePrint } from '#app/reading/parties/large_print'
import { namedInFooter } from '#app/reading/parties/named_in_footer'
import { partyBlock } from '#app/reading/parties/party_block'
import { roleOfSegment } from '#app/reading/parties/party_roles'
import { firstPoints, printedFirst, printSigns } from '#app/reading/parties/print_of_sender'
import { isInPrintedDomain } from '#app/reading/parties/printed_domains'
import { registryText } from '#app/reading/parties/registry_text'

export type ScoredId = {
  id: string
  occurrences: TaxIdCandidate[]
  providerScore: number
  isOther: boolean
  isOwn: boolean
  /** A label says whose it is, or the print around it is what only who bills has (registration, sender's line). */
  isTold: boolean
}

const domainPoints = 1.2
const accountPoints = 1.2
/** Numbers of the one-stop shop are its user's second ones, and look like many another number. */
export const oneStopShop = /^EU\d/
const oneStopPenalty = 0.8
const contactText =
  /(^|[^\d.,-])(\+34 ?)?[6-9]\d{2}([ .]\d{3}[ .]\d{3}|([ .]\d{2}){3})(?![\d.,-])|\btel\b|\btlf|\btfno|\btelf|telefono|telefon|\bphone\b|\bfax\b|www\.|@|http|e-?mail|iban|bic|swift|bank/

/** Every tax number of the document with what speaks for its being that of who bills. */
export function scoreIds(material: ReadingMaterial): ScoredId[] {
  const own = new Set(material.context.ownCompanies.map((company) => company.taxId))
  const byId = Map.groupBy(
    material.taxIds.map((candidate) => withOwnNumber(candidate, own)),
    ({ id }) => id
  )
  const first = printedFirst([...byId.values()], material)
  const seen = [...byId.entries()].map(([id, occurrences]) => {
    const scores = occurrences.map((one) => scoreOccurrence(one, material))
    const roles = scores.map((one) => one.role)
    const isOther = roles.includes('other') && !roles.includes('provider') && !roles.includes('customer')
    const total = scores.reduce((sum, one) => sum + one.points, 0) + (occurrences === first ? firstPoints : 0)
    const isTold = scores.some((one) => one.isTold)
    const score = oneStopShop.test(id) ? total - oneStopPenalty : total
    return { id, occurrences, providerScore: score, isOther, isOwn: own.has(id), isTold }
  })
  return seen.filter((one) =>
    one.occurrences.some(
      (occurrence) =>
        isLabelled(occurrence, material) || (occurrence.isValid && !isNumbered(occurrence, material))
    )
  )
}

/** A number whose control fails, a figure away from that of a company of the group, is the company's. */
function withOwnNumber(candidate: TaxIdCandidate, own: ReadonlySet<string>): TaxIdCandidate {
  if (candidate.isValid) return candidate
  const meant = [...own].find((id) => isWithinEdits(id, candidate.id, 1))
  return meant ? { ...candidate, id: meant, isValid: true, isRepaired: true } : candidate
}

function isLabelled(id: TaxIdCandidate, material: ReadingMaterial): boolean {
  return material.labels.some(
    (label) =>
      label.kinds.some((kind) => kind === 'taxId' || kind === 'customerTaxId') &&
      label.line === id.line &&
      label.x1 <= id.x0 + 2
  )
}

/** "Recibo n.º R-77120045" may have a good check digit by chance: what a number label names is a number. */
function isNumbered(id: TaxIdCandidate, material: ReadingMaterial): boolean {
  const line = material.layout.lines[id.line]
  const before = line?.words[indexOfWord(line.words, id.words[0]) - 1]
  return material.labels.some(
    (label) =>
      label.line === id.line &&
      label.words.at(-1) === before &&
      label.kinds.some(
        (kind) => kind === 'invoiceNumber' || kind === 'otherNumber' || kind === 'genericNumber'
      )
  )
}

function scoreOccurrence(
  id: TaxIdCandidate,
  material: ReadingMaterial
): { points: number; role: string | null; isTold: boolean } {
  const line = material.layout.lines[id.line]
  const segment = line?.segments.find((one) => one.words.includes(id.words[0] as Word))
  if (!line || !segment) return { points: 0, role: null, isTold: false }
  const role = roleOfSegment(segment, material, id.words[0]) ?? roleOfOwnLabel(segment, line, material)
  let points = role ? { provider: 2.2, customer: -2.2, other: -1.5 }[role.role] * role.strength : 0
  // "Ihre USt-ID: ESA08913428   Unsere USt-ID: DE138447021": the label nearest before a number is its own.
  const isCustomers =
    material.labels
      .filter(
        (label) =>
          label.line === id.line &&
          label.x1 <= id.x0 + 2 &&
          label.kinds.some((kind) => kind === 'taxId' || kind === 'customerTaxId')
      )
      .toSorted((a, b) => b.x1 - a.x1)[0]
      ?.kinds.includes('customerTaxId') ?? false
  if (isCustomers) points -= 3
  const block = partyBlock(id, material)
  const signs = senderSigns(segment, block, role?.role === 'customer', material)
  points += signs + (id.words[0]?.isTurned ? 1.2 : 0)
  points += placePoints(segment, material) + largestName(block, material)
  points += printSigns(id, block, material)
  const isTold = role !== null || isCustomers || signs > 0 || (id.words[0]?.isTurned ?? false)
  return { points, role: role?.role ?? null, isTold }
}

/** "Client: …" over "CIF:   A46118824": a number in a column of its own is of the party its label belongs to. */
function roleOfOwnLabel(segment: Segment, line: Line, material: ReadingMaterial) {
  const before = line.segments[line.segments.indexOf(segment) - 1]
  const isIdLabel =
    before !== undefined &&
    labelsOfSegment(material.labels, before).some(
      (label) => label.kinds.includes('taxId') && label.words.length === before.words.length
    )
  return isIdLabel ? (roleOfSegment(before, material) ?? roleOfColumn(segment, material)) : null
}

/** "MANDANT" over "Name:   Alpine Holding" … "UID:   ATU45678912": the label speaks for the column down to its end. */
function roleOfColumn(segment: Segment, material: ReadingMaterial) {
  const top = material.blocks.find((block) => block.segments.includes(segment))?.segments[0]
  const segments = top ? (material.layout.lines[top.line]?.segments ?? []) : []
  const field = top ? segments[segments.indexOf(top) - 1] : undefined
  return field?.text.endsWith(':') ? roleOfSegment(field, material) : null
}

/** What stands around the tax number of who bills and not around the customer's. */
function senderSigns(
  segment: Segment,
  block: Segment[],
  isCustomers: boolean,
  material: ReadingMaterial
): number {
  const blockText = fold(block.map((one) => one.text).join('\n'))
  let points = namedInFooter(block.length > 0 ? block : [segment], material)
  if (registryText.test(fold(segment.text))) points += 1.6
  else if (registryText.test(blockText)) points += 0.9
  if (isCustomers) return points
  const names = block.slice(0, 2)
  if (names.some((one) => isInPrintedDomain(one.text, material))) points += domainPoints
  if (names.some((one) => holdsAccount(one.text, one, material))) points += accountPoints
  return points + (contactText.test(blockText) ? 0.7 : 0) + (isSenderLine(segment) ? 0.4 : 0)
}

const streetOpener =
  /(^|[\s·,|(])(c\/|calle|avda?\.|avenida|plaza|pza\.|carrer|rua|ctra\.|carretera|paseo|pol\.|poligono)\s?\S/

/** Tax number and address in one line: a letterhead is set so, the address of a letter takes a line for each part. */
function isSenderLine(segment: Segment): boolean {
  return (
    segment.words.length >= 6 &&
    (/\b\d{4,5}\b \p{L}/u.test(segment.text) || streetOpener.test(fold(segment.text)))
  )
}

function placePoints(segment: Segment, material: ReadingMaterial): number {
  const size = material.layout.pages[segment.page]
  const height = size ? (1000 * size.height) / size.width : 1414
  const isFoot = segment.y0 > height * 0.85
  return (
    (isFoot ? 0.5 : 0.3 * (1 - segment.y0 / height)) -
    (segment.x0 > 450 && segment.y0 < height * 0.4 ? 0.15 : 0)
  )
}

function largestName(segments: Segment[], material: ReadingMaterial): number {
  const first = segments[0]
  return first && isLargePrint(first, material) ? 0.7 : 0
}
