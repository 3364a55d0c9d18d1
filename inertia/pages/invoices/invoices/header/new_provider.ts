import { normalizeTaxId, taxIdKind } from '#app/kernel/identifiers/tax_id'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import type { ReadPlace, ReviewPage } from '../review/review_types'

/** A new supplier as the document prints it, for its form. */
export function newProvider({ places, lines, submission }: ReviewPage) {
  const read = (name: string) => places.find((place: ReadPlace) => place.name === name)?.value ?? ''
  const taxId = normalizeTaxId(read('providerTaxId'))
  return {
    legalName: read('providerName'),
    taxIdType: taxIdTypeOf(taxId) as string | null,
    taxId,
    noTaxIdReason: '',
    country: countryOf(taxId),
    kind: (taxIdTypeOf(taxId) === 'cif' ? 'supplier' : 'professional') as string | null,
    categoryId: (lines[0]?.categoryId ? String(lines[0].categoryId) : null) as string | null,
    email: '',
    // An account that a stranger sent is never taken over: it is asked for.
    iban: submission === null ? read('providerIban') : '',
    holderName: read('providerName'),
  }
}

/** The supplier just registered, as the picker knows it; null when it cannot be told from others. */
export async function findCreated(search: string): Promise<PickerOption | null> {
  const response = await callServer('GET', urlFor('providers.options', null, { q: search }))
  const { data } = (await response.json()) as { data: PickerOption[] }
  return data.length === 1 ? (data[0] ?? null) : null
}

function taxIdTypeOf(taxId: string): string {
  const kind = taxIdKind(taxId)
  if (kind === 'cif') return 'cif'
  if (kind === 'nie') return 'nie'
  if (kind !== null) return 'nif'
  if (taxId === '') return 'none'
  return /^[A-Z]{2}/.test(taxId) ? 'vat_eu' : 'foreign'
}

function countryOf(taxId: string): string {
  if (taxId === '' || taxIdKind(taxId) !== null) return 'ES'
  return /^[A-Z]{2}/.test(taxId) ? taxId.slice(0, 2) : 'ES'
}
