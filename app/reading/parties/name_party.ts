import type { TaxIdCandidate } from '#app/reading/candidates/find_tax_ids'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Word } from '#app/reading/layout/layout_types'
import { labelsOfSegment } from '#app/reading/layout/lookup'
import { overlapOf, toFieldBox } from '#app/reading/layout/page_geometry'
import { indexOfWord } from '#app/reading/layout/word_runs'
import { fold, likeness } from '#app/reading/pages/text_forms'
import { holdsAccount, isAtAccount } from '#app/reading/parties/account_holder'
import { findLegalNames, type NameCandidate } from '#app/reading/parties/find_names'
import { headlines } from '#app/reading/parties/headlines'
import { isLargePrint } from '#app/reading/parties/large_print'
import { letterAddress, opensPage } from '#app/reading/parties/letter_address'
import { joinedNames, namesBesideId, plainNames } from '#app/reading/parties/name_candidates'
import { personsNames } from '#app/reading/parties/natural_person'
import { partyBlock } from '#app/reading/parties/party_block'
import { roleOfSegment } from '#app/reading/parties/party_roles'
import { isInPrintedDomain } from '#app/reading/parties/printed_domains'
import { registryText } from '#app/reading/parties/registry_text'
import { emptyField, type ReadField } from '#app/reading/reading_types'
import { isLeftOut } from '#app/reading/stages'

const bankLabel =
  /^(bank|bankverbindung|bankname|hausbank|banco|banca|banque|entidad( bancaria)?|kreditinstitut|domiciliation) ?:/
const bankName =
  /\b(bank\w*|\w{3,}bank|\w*sparkasse\w*|raiffeisen\w*|volksbank\w*|banco|banca|banque|caixa\w*|caja|kutxabank|bbva|santander|sabadell|unicaja|ing|credit (agricole|mutuel|lyonnais)|intesa|unicredit|rabobank|abn)\b/

/** The company that answers for a partnership, in its footer. */
const partnerLabel =
  /\bp\.? ?h\.? ?g\b|personlich haftend|komplementar(in)?\b|general partner|beherend vennoot/

type Role = 'provider' | 'customer'
type ScoredName = NameCandidate & { score: number }

const sameName = 0.84
/** How near (see `nearId`) a name with a legal form stands that makes a name without one beside it a brand. */
const besideId = 0.6
const brandPenalty = 1
const personPoints = 1.8
const opposedBelow = -1.5
/** No check digit speaks for a name: it never passes unseen. */
const nameConfidenceMax = 0.945

/** The name of a party: legal names and first lines of blocks, weighed by their block, labels and size. */
export function nameParty(
  role: Role,
  own: TaxIdCandidate[],
  others: TaxIdCandidate[],
  material: ReadingMaterial
): ReadField<string> {
  const known =
    role === 'customer'
      ? material.context.ownCompanies.find((company) => own.some((id) => id.id === company.taxId))
      : undefined
  if (known) return { value: known.name, confidence: 0.99, method: 'own company', boxes: [] }
  const persons = personsNames(own, material)
  const candidates = [
    ...persons,
    ...findLegalNames(material),
    ...(isLeftOut('names')
      ? []
      : [
          ...headlines(material),
          ...joinedNames(material),
          ...plainNames(own, material),
          ...namesBesideId(own, material),
        ]),
  ]
  const legal = candidates.filter((one) => one.hasLegalForm)
  const hasLegalName = legal.some((one) => nearId(one, own, material) >= besideId)
  const isBrand = (one: NameCandidate) =>
    !one.hasLegalForm && (hasLegalName || legal.some((name) => standsUnder(name, one, material)))
  const scored = candidates.map((candidate) => ({
    ...candidate,
    score:
      scoreName(candidate, role, own, others, material) -
      (isBrand(candidate) ? brandPenalty : 0) +
      (persons.includes(candidate) ? personPoints : 0),
  }))
  const groups = groupAlike(scored)
  const best = groups.toSorted((a, b) => b.score - a.score)[0]
  if (!best || best.score < 0.4) return emptyField(0.3)
  const lead = best.score - Math.max(0, ...groups.filter((one) => one !== best).map((one) => one.score))
  const confidence = Math.min(
    nameConfidenceMax,
    0.45 + 0.25 * Math.min(1, best.score / 4) + 0.28 * Math.min(1, Math.max(0, lead / 1.5))
  )
  return {
    value: best.text,
    confidence,
    method: 'name',
    boxes: best.places.flatMap((words) => toFieldBox(words, material.layout)),
  }
}

const underHeights = 6

/** "hotelquay" in large print over "Iberquay Travel Tech, S.L.U.": the company right under a brand is whose brand it is. */
function standsUnder(name: NameCandidate, brand: NameCandidate, material: ReadingMaterial): boolean {
  const { textHeight } = material.layout
  const [upper, lower] = [brand.segment, name.segment]
  return (
    upper.page === lower.page &&
    isLargePrint(upper, material) &&
    lower.y0 >= upper.y1 - 2 &&
    lower.y0 - upper.y1 < underHeights * textHeight &&
    Math.min(Math.abs(upper.x0 - lower.x0), Math.abs(upper.x1 - lower.x1)) < textHeight &&
    roleOfSegment(lower, material, name.words[0])?.role !== 'customer'
  )
}

function scoreName(
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
function nearId(name: NameCandidate, ids: TaxIdCandidate[], material: ReadingMaterial): number {
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

type NameGroup = { text: string; score: number; places: Word[][] }

/** Spellings of one name strengthen each other; the best-placed long one speaks for them. */
function groupAlike(names: ScoredName[]): NameGroup[] {
  const groups: { members: ScoredName[] }[] = []
  for (const name of names.toSorted((a, b) => b.score - a.score)) {
    const group = groups.find((one) => one.members.some((member) => isSameName(member.text, name.text)))
    if (group) group.members.push(name)
    else groups.push({ members: [name] })
  }
  return groups.map(({ members }) => {
    const best = spokesman(members)
    const support = members.slice(1).reduce((sum, member) => sum + supportOf(member), 0)
    return {
      text: best.text,
      score: best.score + Math.min(1.6, support),
      places: members
        .toSorted((a, b) => spelling(a, best) - spelling(b, best) || order(a, b))
        .map(({ words }) => words),
    }
  })
}

/** What the same name elsewhere adds; where a label gives it to the other party it takes away. */
function supportOf({ score }: ScoredName): number {
  return score < opposedBelow ? Math.max(-1.5, score * 0.5) : Math.max(0.15, Math.min(1, score * 0.4))
}

/** So many letters less make a name one for short. */
const lettersLeftOutMax = 2

/** Where the name stands whole comes before where it is called for short; one that ends in a comma goes on below. */
function spelling(one: ScoredName, best: ScoredName): number {
  const [own, full] = [simple(one.text), simple(best.text)]
  const isShort = full.includes(own) && full.length - own.length > lettersLeftOutMax
  return isShort && !/,$/.test(one.words.at(-1)?.text ?? '') ? 1 : 0
}

const order = ({ words: [a] }: ScoredName, { words: [b] }: ScoredName): number =>
  (a?.page ?? 0) - (b?.page ?? 0) || (a?.y0 ?? 0) - (b?.y0 ?? 0)

const shortNameLetters = 6

/** Alike, or the one is what the other is called for short ("Renting Nazarí" of "Textiles y Renting Nazarí, S.A."). */
function isSameName(a: string, b: string): boolean {
  const [short, long] = [simple(a), simple(b)].toSorted((one, other) => one.length - other.length)
  if (!short || !long) return false
  return (
    likeness(short, long) >= sameName ||
    (short.length >= shortNameLetters && long.includes(short)) ||
    isCutShort(a, b) ||
    isCutShort(b, a)
  )
}

/** "OWT GmbH" of "OWT Ostsee Wäschereitechnik GmbH": what a company is called for short begins and ends as its whole name. */
function isCutShort(short: string, long: string): boolean {
  const [few, many] = [short, long].map((text) =>
    fold(text)
      .split(/[^a-z0-9.]+/)
      .filter(Boolean)
  )
  if (!few || !many || few.length < 2 || few.length >= many.length || few[0] !== many[0]) return false
  let at = 0
  for (const word of many) if (word === few[at]) at += 1
  return at === few.length && few.at(-1) === many.at(-1) && (few[0]?.length ?? 0) > 2
}

/** The full name speaks: with a legal form before without, else the best placed. */
function spokesman(members: ScoredName[]): ScoredName {
  const best = members[0] as ScoredName
  const full = members.filter(
    (member) =>
      member.hasLegalForm &&
      (simple(member.text).includes(simple(best.text)) || isCutShort(best.text, member.text))
  )
  const longest = full.toSorted((a, b) => simple(b.text).length - simple(a.text).length)[0]
  return longest && (!best.hasLegalForm || longest.score > best.score - 1.5) ? longest : best
}

function simple(text: string): string {
  return fold(text).replace(/[^a-z0-9]/g, '')
}
