import type { TaxIdCandidate } from '#app/reading/candidates/find_tax_ids'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Word } from '#app/reading/layout/layout_types'
import { labelsOfSegment } from '#app/reading/layout/lookup'
import { overlapOf } from '#app/reading/layout/page_geometry'
import { indexOfWord } from '#app/reading/layout/word_runs'
import { fold, likeness } from '#app/reading/pages/text_forms'
import { holdsAccount, isAtAccount } from '#app/reading/parties/account_holder'
import type { NameCandidate } from '#app/reading/parties/find_names'
import { isLargePrint } from '#app/reading/parties/large_print'
import { letterAddress, opensPage } from '#app/reading/parties/letter_address'
import { partyBlock } from '#app/reading/parties/party_block'
import { roleOfSegment } from '#app/reading/parties/party_roles'
import { isInPrintedDomain } from '#app/reading/parties/printed_domains'
import { registryText } from '#app/reading/parties/registry_text'
import { sameName, simple } from '#app/reading/parties/same_name'

const bankLabel =
  /^(bank|bankverbindung|bankname|hausbank|banco|banca|banque|entidad( bancaria)?|kreditinstitut|domiciliation) ?:/
const bankName =
  /\b(bank\w*|\w{3,}bank|\w*sparkasse\w*|raiffeisen\w*|volksbank\w*|banco|banca|banque|caixa\w*|caja|kutxabank|bbva|santander|sabadell|unicaja|ing|credit (agricole|mutuel|lyonnais)|intesa|unicredit|rabobank|abn)\b/

/** The company that answers for a partnership, in its footer. */
const partnerLabel =
  /\bp\.? ?h\.? ?g\b|personlich haftend|komplementar(in)?\b|general partner|beherend vennoot/

export type Role = 'provider' | 'customer'

/** How well a name stands as that of a party: points for its form, its labels, its tax number, its place and size. */
export function scoreName(
  name: NameCandidate,
  role: Role,
  own: TaxIdCandidate[],
  others: TaxIdCandidate[],
  material: ReadingMaterial
): number {
  const labelled = roleOfSegment(name.segment, material, name.words[0])
  const clarity = name.words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, name.words.length)
  let score = (name.hasLegalForm ? 1 : 0) - 3 * Math.max(0, 0.85 - clarity)
  if (labelled) score += (labelled.role === role ? 2.4 : -3) * labelled.strength
  if (bankLabel.test(fold(name.segment.text))) score -= 3
  else if (partnerLabel.test(fold(name.segment.text))) score -= 2
  else if (bankName.test(fold(name.text)) && isAtAccount(name.segment, material)) score -= 1.5
  score += 2 * nearId(name, own, material) - 2.2 * nearId(name, others, material)
  const addressed = letterAddress(name.segment, material)
  const isLarge = isLargePrint(name.segment, material)
  const size = material.layout.pages[name.segment.page]
  const height = size ? (1000 * size.height) / size.width : 1414
  if (role === 'provider') {
    if (isLarge && name.segment.y0 < height * 0.3) score += 0.9
    if (registryText.test(fold(name.segment.text))) score += 1.3
    if (name.segment.page === 0) score += 0.4 * (1 - name.segment.y0 / height)
    if (name.words[0]?.isTurned) score += 0.5
    if (isSenderLine(name)) score += 1
    if (isInPrintedDomain(name.text, material)) score += 0.6
    if (holdsAccount(name.text, name.segment, material)) score += 1.2
    if ((!isLarge || name.hasLegalForm) && opensPage(name.segment, material)) score += 0.3
    score -= 0.9 * addressed
    if (
      material.context.ownCompanies.some(
        (company) => likeness(simple(company.name), simple(name.text)) > sameName
      )
    )
      score -= 5
  } else score += 0.6 * addressed - (isLarge ? 0.5 : 0)
  return score
}

/** The name with its whole address on one line, as over the window of an envelope, is who sends the letter. */
function isSenderLine(name: NameCandidate): boolean {
  const rest = name.segment.words.slice(indexOfWord(name.segment.words, name.words.at(-1)) + 1)
  return (
    rest.length >= 3 &&
    rest.some((word) => /^\d{4,5}$/.test(word.text)) &&
    !/\bnif\b|\bcif\b/i.test(name.segment.text)
  )
}

/** 1 in the same segment, block or turned line as the tax number, less in a block just above it. */
export function nearId(name: NameCandidate, ids: TaxIdCandidate[], material: ReadingMaterial): number {
  const beside = idBeside(name, material)
  if (beside) return ids.some((id) => id.id === beside.id) ? 1 : 0
  let best = 0
  for (const id of ids) {
    if (id.page !== name.segment.page) continue
    if (name.segment.line === id.line && name.segment.words.includes(id.words[0] as Word))
      best = Math.max(best, 1.1)
    const block = partyBlock(id, material)
    const top = block[0]
    if (!top) continue
    const position = block.indexOf(name.segment)
    if (position >= 0) best = Math.max(best, name.segment.y0 <= id.y0 ? 1 - 0.05 * position : 0.6)
    const gap = top.y0 - name.segment.y1
    const isJustOver = gap > -2 && gap < material.layout.textHeight * 3
    const isAligned =
      Math.min(Math.abs(name.segment.x0 - top.x0), Math.abs(name.segment.x1 - top.x1)) <
      material.layout.textHeight * 2
    const isOthers = material.taxIds.some(
      (one) =>
        one.id !== id.id &&
        one.line >= name.segment.line &&
        one.line < top.line &&
        overlapOf([one.x0, one.x1], [name.segment.x0 - material.layout.textHeight, name.segment.x1]) > 0
    )
    if (isJustOver && isAligned && !isOthers) best = Math.max(best, 0.7)
  }
  return best
}

/** "Viajes Sol, S.L.      NIF B12345674": the number in the next column of the line, under its own label, is the name's. */
function idBeside(name: NameCandidate, material: ReadingMaterial): TaxIdCandidate | null {
  const line = material.layout.lines[name.segment.line]
  const next = line?.segments[line.segments.indexOf(name.segment) + 1]
  const isLabelled = next
    ? labelsOfSegment(material.labels, next).some(
        (label) => label.words[0] === next.words[0] && label.kinds.includes('taxId')
      )
    : false
  // With an address behind it the number is that of another party, whose block stands beside.
  const isAlone = next !== undefined && next.words.length <= 4
  return isLabelled && isAlone
    ? (material.taxIds.find((id) => next?.words.includes(id.words[0] as Word)) ?? null)
    : null
}
