import { type AuditContext, paramsOf } from '#app/invoices/audit/audit_context'
import type { InvoiceFacts } from '#app/invoices/audit/invoice_facts'
import type { Finding } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'
import { maskIban } from '#app/kernel/identifiers/iban'
import { daysBetween } from '#app/kernel/time/calendar_date'

/** Whether the account printed on the invoice is none that somebody verified for its supplier. */
export const isUnknownAccount = ({ ibanDetected, providerId, banks }: InvoiceFacts): boolean =>
  ibanDetected !== null &&
  providerId !== null &&
  !banks.some(({ iban, verification }) => iban === ibanDetected && verification === 'verified')

/** Whether it is to be paid in a hurry: marked as urgent, or due within days of its arrival. */
export function isUrgent({ priority, dueOn, receivedOn }: InvoiceFacts, context: AuditContext): boolean {
  if (priority === 'urgent') return true
  const days = dueOn === null ? null : daysBetween(receivedOn, dueOn)
  return days !== null && days >= 0 && days <= paramsOf<{ days: number }>(context, 'B5').days
}

/** The finding about that account. */
export function shownAccount({ ibanDetected, banks }: InvoiceFacts, advice: string): Finding {
  const iban = maskIban(ibanDetected ?? '')
  const text = banks.some((bank) => bank.iban === ibanDetected)
    ? 'está sin verificar'
    : 'no es ninguno de los conocidos de este proveedor'
  const known = banks.flatMap((bank) =>
    bank.iban && bank.verification === 'verified' ? maskIban(bank.iban) : []
  )
  return {
    message: `El IBAN impreso ${iban} ${text}. ${advice}`,
    key: ibanDetected ?? '',
    evidence: { values: [value('Impreso', iban), value('Verificados', known.join(', ') || 'ninguno')] },
  }
}
