import type { TaxIdCandidate } from '#app/reading/candidates/find_tax_ids'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { toFieldBox } from '#app/reading/layout/page_geometry'
import { findLegalNames, type NameCandidate } from '#app/reading/parties/find_names'
import { groupAlike } from '#app/reading/parties/group_names'
import { headlines } from '#app/reading/parties/headlines'
import { isLargePrint } from '#app/reading/parties/large_print'
import { joinedNames, namesBesideId, plainNames } from '#app/reading/parties/name_candidates'
import { personsNames } from '#app/reading/parties/natural_person'
import { roleOfSegment } from '#app/reading/parties/party_roles'
import { nearId, type Role, scoreName } from '#app/reading/parties/score_name'
import { emptyField, type ReadField } from '#app/reading/reading_types'
import { isLeftOut } from '#app/reading/stages'

/** How near (see `nearId`) a name with a legal form stands that makes a name without one beside it a brand. */
const besideId = 0.6
const brandPenalty = 1
const personPoints = 1.8

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
