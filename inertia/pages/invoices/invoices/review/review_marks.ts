import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import type { Mark } from './review_field'
import type { ReadPlace, ReviewPage } from './review_types'

/** Where a value comes from: as read with its confidence, corrected or entered by a person, or not there. */
export function markOf(place: ReadPlace | undefined, value: string | null): Mark {
  const isRead = place !== undefined && place.method !== 'none'
  if (value === null)
    return isRead ? { kind: 'missing', label: 'Falta' } : { kind: 'missing', label: 'No leído' }
  if (!isRead) return { kind: 'person', label: 'A mano' }
  if (place.value !== null && place.value !== value) return { kind: 'person', label: 'Corregido' }
  return { kind: 'read', confidence: place.confidence }
}

/** The same for an amount; what is zero and was not printed needs no mark. A credit note is read without its sign. */
export function amountMark(place: ReadPlace | undefined, minor: number): Mark {
  if (minor === 0 && (place === undefined || place.method === 'none' || place.value === null))
    return { kind: 'none' }
  const read = place?.value ?? null
  const isSame = read !== null && Math.abs(Number(read)) === Math.abs(minor)
  return markOf(place, isSame ? read : String(minor))
}

/** The supplier was found by its tax number; a different one was chosen by a person. */
export function providerMark(provider: ReviewPage['provider'], taxId?: ReadPlace, name?: ReadPlace): Mark {
  if (provider === null) return { kind: 'missing', label: 'Sin asignar' }
  const printed = taxId?.value ? normalizeTaxId(taxId.value) : null
  if (printed === null)
    return name?.value ? { kind: 'read', confidence: name.confidence } : { kind: 'person', label: 'A mano' }
  const isSame = provider.taxId !== null && normalizeTaxId(provider.taxId) === printed
  return isSame ? { kind: 'read', confidence: taxId?.confidence ?? 0 } : { kind: 'person', label: 'Elegido' }
}

/** The company billed, by its printed tax number or name. */
export function siteMark(site: ReviewPage['site'], taxId?: ReadPlace, name?: ReadPlace): Mark {
  if (site === null) return { kind: 'missing', label: 'Sin asignar' }
  const place = taxId?.value ? taxId : name?.value ? name : undefined
  return place ? { kind: 'read', confidence: place.confidence } : { kind: 'person', label: 'A mano' }
}
