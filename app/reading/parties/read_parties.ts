import { checkTaxNumber } from '#app/kernel/identifiers/tax_number_check'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { toFieldBox } from '#app/reading/layout/page_geometry'
import { nameParty } from '#app/reading/parties/name_party'
import { oneStopShop, type ScoredId, scoreIds } from '#app/reading/parties/score_tax_ids'
import { emptyField, type ReadField } from '#app/reading/reading_types'
import { isLeftOut } from '#app/reading/stages'

export type ReadParties = {
  providerTaxId: ReadField<string>
  providerName: ReadField<string>
  customerTaxId: ReadField<string>
  customerName: ReadField<string>
  providerTaxIdValid: boolean
  customerTaxIdValid: boolean
}

/** Who is who of parties that only their place tells apart. */
const untoldCertaintyMax = 0.78
/** A failed control means a misread or wrong number; an unknown one rests on the labels alone. */
const readingByCheck = { valid: 1, unknown: 0.9, invalid: 0.6 }

/** Who bills and who is billed: tax numbers by their place, labels and company, then the names that go with them. */
export function readParties(material: ReadingMaterial): ReadParties {
  const usable = scoreIds(material).filter((one) => !one.isOther)
  const provider =
    usable
      .filter((one) => !one.isOwn && one.providerScore > -1)
      .toSorted((a, b) => b.providerScore - a.providerScore)[0] ?? null
  const customer =
    usable
      .filter((one) => one !== provider && !oneStopShop.test(one.id))
      .toSorted((a, b) => customerRank(b) - customerRank(a))[0] ?? null
  const isTold = usable.some((one) => one.isTold || one.isOwn)
  const most = isTold ? 1 : untoldCertaintyMax
  const ids = { provider: provider?.occurrences ?? [], customer: customer?.occurrences ?? [] }
  const providerName = atMost(most, nameParty('provider', ids.provider, ids.customer, material))
  const providerTaxId = idField(provider, Math.min(most, providerCertainty(provider, usable)), material)
  return {
    providerTaxId:
      material.layout.source === 'recognised' && !isLeftOut('repair')
        ? withLetterOfForm(providerTaxId, providerName.value)
        : providerTaxId,
    customerTaxId: idField(customer, Math.min(most, customer?.isOwn ? 0.99 : 0.85), material),
    providerName,
    customerName: atMost(most, nameParty('customer', ids.customer, ids.provider, material)),
    providerTaxIdValid: provider?.occurrences.some((one) => one.isValid) ?? false,
    customerTaxIdValid: customer?.occurrences.some((one) => one.isValid) ?? false,
  }
}

/** First letters of the NIF by legal form (Orden EHA/451/2008), with what recognition takes each for. */
const lettersOfForms: [RegExp, string, string][] = [
  [/\bS\.? ?L\.? ?([UPL]\b\.?)?$/i, 'B', 'EGRDHPS'],
  [/\bS\.? ?A\.? ?(U\b\.?)?$/i, 'A', 'HRN'],
  [/\bC\.? ?B\.?$/i, 'E', 'FBR'],
  [/\bS\. ?COOP\b.*$/i, 'F', 'PE'],
  // Hardly a company has a C; associations and foundations have a G.
  [/./, 'G', 'C'],
]
const letterTrust = 0.85

/** The control of a NIF does not cover its first letter: a company whose name ends in S.L. has a B, whatever was read. */
function withLetterOfForm(field: ReadField<string>, name: string | null): ReadField<string> {
  const id = field.value
  if (!id || !name || !/^[A-Z]\d{8}$/.test(id)) return field
  const form = lettersOfForms.find(([pattern]) => pattern.test(name.trim()))
  if (!form?.[2].includes(id.charAt(0))) return field
  return { ...field, value: form[1] + id.slice(1), confidence: field.confidence * letterTrust }
}

function atMost<T>(confidenceMax: number, field: ReadField<T>): ReadField<T> {
  return { ...field, confidence: Math.min(confidenceMax, field.confidence) }
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
  const reading = best.isRepaired ? 0.9 : readingByCheck[checkTaxNumber(scored.id)]
  return {
    value: scored.id,
    confidence: certainty * reading,
    method: 'check digits',
    boxes: scored.occurrences.flatMap((one) => toFieldBox(one.words, material.layout)),
  }
}
