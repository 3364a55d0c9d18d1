import { DomainError } from '#app/kernel/domain_error'
import {
  isPersonalTaxId,
  isValidSocialSecurityNo,
  normalizeSocialSecurityNo,
} from '#app/kernel/identifiers/personal_id'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { addMonths, type CalendarDate } from '#app/kernel/time/calendar_date'

/** Nobody works before this age (art. 6.1 of the Estatuto de los Trabajadores). */
const AGE_MIN_YEARS = 16

/** The DNI or NIE as it is kept. Throws E_TAX_ID at `tax_id`. */
export function checkedTaxId(text: string): string {
  const taxId = normalizeTaxId(text)
  if (!isPersonalTaxId(taxId))
    throw new DomainError('E_TAX_ID', 'El DNI/NIE no es válido.', { field: 'tax_id' })
  return taxId
}

/** The number of the Social Security as it is kept, null for none. Throws E_SOCIAL_SECURITY at `social_security_no`. */
export function checkedSocialSecurityNo(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  if (!isValidSocialSecurityNo(text))
    throw new DomainError('E_SOCIAL_SECURITY', 'El número de la Seguridad Social no es válido.', {
      field: 'social_security_no',
    })
  return normalizeSocialSecurityNo(text)
}

/** Throws E_AGE at `birth_date` when somebody starts before their sixteenth birthday. */
export function refuseTooYoung(birthDate: CalendarDate | null, startedOn: CalendarDate): void {
  if (birthDate !== null && addMonths(birthDate, AGE_MIN_YEARS * 12) > startedOn)
    throw new DomainError('E_AGE', 'Debe tener al menos 16 años en la fecha de alta.', {
      field: 'birth_date',
    })
}

/** Throws E_DAYS at `started_on` for a day that is no start of anybody's work. */
export function refuseUnlikelyStart(startedOn: CalendarDate): void {
  if (startedOn < '1950-01-01' || startedOn > '2100-12-31')
    throw new DomainError('E_DAYS', 'La fecha de alta no es válida.', { field: 'started_on' })
}

/** Throws E_DAYS at `ended_on` when an employment ends before it began. */
export function refuseEndBeforeStart(startedOn: CalendarDate, endedOn: CalendarDate): void {
  if (endedOn < startedOn)
    throw new DomainError('E_DAYS', 'La fecha de baja no puede ser anterior al alta.', { field: 'ended_on' })
}
