import type { Totals } from '#app/issuing/invoices/issued_amounts'
import type { NewInvoice } from '#app/issuing/invoices/new_invoice'
import { type IssuingSettings, mustUseVerifactu, usesVerifactu } from '#app/issuing/settings/issuing_settings'
import { DomainError } from '#app/kernel/domain_error'
import { today } from '#app/kernel/time/calendar_date'

const LINES_MAX = 500
const TEXT_MAX = 500
const CENTS_MAX = 99_999_999_999_999

/** Throws what keeps a document from being issued, at its field: who issues, its days, its texts, its sign, the law. */
export function refuseUnissuable(given: NewInvoice, settings: IssuingSettings, totals: Totals): void {
  if (!settings.isActive) refuse('E_ISSUE_COMPANY', 'La empresa que emite no está activa.', 'issuer')
  refuseDays(given)
  refuseTexts(given)
  if (given.rectifies && given.treatment !== 'invoice')
    refuse('E_ISSUE_RECTIFIES', 'Solo se rectifican facturas.', 'rectifies')
  if (given.treatment === 'invoice' && totals.totalMinor < 0 && !given.rectifies)
    refuse('E_ISSUE_NEGATIVE', 'Una factura en negativo debe rectificar otra.', 'lines')
  if (given.withholding && given.treatment !== 'invoice')
    refuse('E_ISSUE_WITHHOLDING', 'Solo una factura lleva retención.', 'withholding')
  if (
    given.treatment === 'invoice' &&
    mustUseVerifactu(settings, given.issuedOn) &&
    !usesVerifactu(settings, given.issuedOn)
  )
    throw new DomainError(
      'E_VERIFACTU_OFF',
      `${settings.issuerName} debe emitir con VERI*FACTU desde el 01/01/2027: actívelo en la ficha de la empresa, pestaña «Facturación».`,
      { field: 'issuer' }
    )
}

function refuseDays({ issuedOn, operatedOn, dueOn }: NewInvoice): void {
  if (issuedOn > today())
    refuse('E_ISSUE_DAY', 'La fecha de emisión no puede ser posterior a hoy.', 'issued_on')
  if (operatedOn && operatedOn > issuedOn)
    refuse('E_ISSUE_DAY', 'La fecha de operación no puede ser posterior a la de emisión.', 'operated_on')
  if (dueOn && dueOn < issuedOn)
    refuse('E_ISSUE_DAY', 'El vencimiento no puede ser anterior a la emisión.', 'due_on')
}

function refuseTexts({ description, lines }: NewInvoice): void {
  if (description.trim() === '' || description.length > TEXT_MAX)
    refuse('E_ISSUE_TEXT', 'Describa la operación (hasta 500 caracteres).', 'description')
  if (lines.length === 0 || lines.length > LINES_MAX)
    refuse('E_ISSUE_LINES', `Introduzca entre una y ${LINES_MAX} líneas.`, 'lines')
  for (const { description: text, baseMinor } of lines) {
    if (text.trim() === '' || text.length > TEXT_MAX)
      refuse('E_ISSUE_LINES', 'Cada línea lleva su descripción (hasta 500 caracteres).', 'lines')
    if (!Number.isSafeInteger(baseMinor) || Math.abs(baseMinor) > CENTS_MAX)
      refuse('E_ISSUE_LINES', 'El importe de una línea no es válido.', 'lines')
  }
}

function refuse(code: `E_${string}`, message: string, field: string): never {
  throw new DomainError(code, message, { field })
}
