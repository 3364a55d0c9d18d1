import type { TaxIdCandidate } from '#app/invoices/reading/candidates/find_tax_ids'
import type { ReadingMaterial } from '#app/invoices/reading/fields/reading_material'
import type { Segment, Word } from '#app/invoices/reading/layout/layout_types'
import { toFieldBox } from '#app/invoices/reading/layout/page_geometry'
import { indexOfWord } from '#app/invoices/reading/layout/word_runs'
import { nameParty } from '#app/invoices/reading/parties/name_party'
import { partyBlock } from '#app/invoices/reading/parties/party_block'
import { roleOfSegment } from '#app/invoices/reading/parties/party_roles'
import { emptyField, type ReadField } from '#app/invoices/reading/reading_types'
import { fold } from '#app/invoices/reading/text_forms'

export type ReadParties = {
  providerTaxId: ReadField<string>
  providerName: ReadField<string>
  customerTaxId: ReadField<string>
  customerName: ReadField<string>
  providerTaxIdValid: boolean
  customerTaxIdValid: boolean
}

type ScoredId = {
  id: string
  occurrences: TaxIdCandidate[]
  providerScore: number
  isOther: boolean
  isOwn: boolean
}

const registryText =
  /registro mercantil|inscrita|inscripcion|\btomo\b|\bfolio\b|\bhrb\b|handelsreg|amtsgericht|geschaftsfuhr|siret|\brcs\b|capital social|capital de|kvk|chamber of commerce|registered (in|office)|r\.e\.a|camera di commercio/
const contactText = /\btel\b|\btlf|telefono|telefon|\bfax\b|www\.|@|http|e-?mail|iban|bic|swift|bank/

/** Who bills and who is billed: tax numbers by their place, labels and company, then the names that go with them. */
export function readParties(material: ReadingMaterial): ReadParties {
  const ids = scoreIds(material)
  const usable = ids.filter((one) => !one.isOther)
  const provider =
    usable
      .filter((one) => !one.isOwn && one.providerScore > -1)
      .toSorted((a, b) => b.providerScore - a.providerScore)[0] ?? null
  const customer =
    usable.filter((one) => one !== provider).toSorted((a, b) => customerRank(b) - customerRank(a))[0] ?? null
  const certainty = providerCertainty(provider, usable)
  return {
    providerTaxId: idField(provider, certainty, material),
    customerTaxId: idField(customer, customer?.isOwn ? 0.99 : 0.85, material),
    providerName: nameParty('provider', provider?.occurrences ?? [], customer?.occurrences ?? [], material),
    customerName: nameParty('customer', customer?.occurrences ?? [], provider?.occurrences ?? [], material),
    providerTaxIdValid: provider?.occurrences.some((one) => one.isValid) ?? false,
    customerTaxIdValid: customer?.occurrences.some((one) => one.isValid) ?? false,
  }
}

/** With two numbers the lead decides; a lone one may be the customer's, so it needs signs of its own. */
function providerCertainty(provider: ScoredId | null, usable: ScoredId[]): number {
  if (!provider) return 0
  const rivals = usable.filter((one) => one !== provider)
  if (rivals.length === 0) return 0.72 + 0.22 * Math.min(1, Math.max(0, provider.providerScore - 0.5))
  const lead = provider.providerScore - Math.max(...rivals.map((one) => one.providerScore))
  return 0.84 + 0.155 * Math.min(1, Math.max(0, lead / 1.6))
}

function customerRank(one: ScoredId): number {
  return (one.isOwn ? 10 : 0) - one.providerScore
}

function idField(scored: ScoredId | null, certainty: number, material: ReadingMaterial): ReadField<string> {
  const best = scored?.occurrences.toSorted((a, b) => Number(a.isRepaired) - Number(b.isRepaired))[0]
  if (!scored || !best) return emptyField(0.6)
  const reading = best.isRepaired ? 0.9 : best.isValid || !best.isSpanish ? 1 : 0.6
  return {
    value: scored.id,
    confidence: certainty * reading,
    method: 'check digits',
    boxes: scored.occurrences.flatMap((one) => toFieldBox(one.words, material.layout)),
  }
}

function scoreIds(material: ReadingMaterial): ScoredId[] {
  const byId = new Map<string, TaxIdCandidate[]>()
  for (const candidate of material.taxIds)
    byId.set(candidate.id, [...(byId.get(candidate.id) ?? []), candidate])
  const own = new Set(material.context.ownCompanies.map((company) => company.taxId))
  const seen = [...byId.entries()].map(([id, occurrences], order) => {
    const scores = occurrences.map((one) => scoreOccurrence(one, material))
    const roles = scores.map((one) => one.role)
    const isOther = roles.includes('other') && !roles.includes('provider') && !roles.includes('customer')
    const total = scores.reduce((sum, one) => sum + one.points, 0) + (order === 0 ? 0.35 : 0)
    return { id, occurrences, providerScore: total, isOther, isOwn: own.has(id) }
  })
  return seen.filter((one) =>
    one.occurrences.some(
      (occurrence) =>
        isLabelled(occurrence, material) || (occurrence.isValid && !isNumbered(occurrence, material))
    )
  )
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
): { points: number; role: string | null } {
  const line = material.layout.lines[id.line]
  const segment = line?.segments.find((one) => one.words.includes(id.words[0] as Word))
  if (!line || !segment) return { points: 0, role: null }
  const role = roleOfSegment(segment, material)
  let points = role ? { provider: 2.2, customer: -2.2, other: -1.5 }[role.role] * role.strength : 0
  if (
    material.labels.some(
      (label) => label.kinds.includes('customerTaxId') && label.line === id.line && label.x1 <= id.x0 + 2
    )
  )
    points -= 3
  const text = fold(segment.text)
  const block = partyBlock(id, material)
  const blockText = fold(block.map((one) => one.text).join('\n'))
  if (registryText.test(text)) points += 1.6
  else if (registryText.test(blockText)) points += 0.9
  if (contactText.test(blockText) && role?.role !== 'customer') points += 0.7
  if (id.words[0]?.isTurned) points += 1.2
  points +=
    placePoints(segment, material) +
    namedInFooter(block.length > 0 ? block : [segment], material) +
    largestName(block, material)
  return { points, role: role?.role ?? null }
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

/** The name of who bills is printed again in the small print; the customer's is not. */
function namedInFooter(segments: Segment[], material: ReadingMaterial): number {
  const first = segments[0]
  if (!first) return 0
  const registry = material.layout.lines
    .filter((line) => registryText.test(fold(line.text)))
    .map((line) => fold(line.text).replace(/[^a-z0-9]/g, ''))
  const names = segments
    .slice(0, 2)
    .map((one) => fold(one.text).replace(/[^a-z0-9]/g, ''))
    .filter((name) => name.length > 7)
  return names.some((name) => registry.some((text) => text.includes(name))) ? 1.4 : 0
}

function largestName(segments: Segment[], material: ReadingMaterial): number {
  const first = segments[0]
  return first && first.y1 - first.y0 > material.layout.textHeight * 1.35 ? 0.7 : 0
}
