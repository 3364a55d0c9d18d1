import { formatAmount } from '#app/kernel/money/amount_text'
import { type AuditEntry, type EventName, timelineOf } from '~/kit/detail/audit_timeline'

const names: Record<string, EventName> = {
  'expense_note.submitted': { title: 'Recibida', tone: 'grey' },
  'expense_note.take_up': { title: 'En revisión', tone: 'blue' },
  'expense_note.taken_over': { title: 'Revisión tomada por otra persona', tone: 'grey' },
  'expense_note.ask': { title: 'Información pedida', tone: 'amber' },
  'expense_note.answer': { title: 'Respuesta recibida', tone: 'blue' },
  'expense_note.assigned': { title: 'Empresa o persona asignada', tone: 'grey' },
  'expense_note.line_changed': { title: 'Línea corregida', tone: 'grey' },
  'expense_note.reduced': { title: 'Importe reducido', tone: 'amber' },
  'expense_note.iban_confirmed': { title: 'IBAN confirmado', tone: 'green' },
  'expense_note.approval_given': { title: 'Aprobación registrada', tone: 'blue' },
  'approval.override': { title: 'Aprobada de emergencia', tone: 'amber' },
  'expense_note.approve': { title: 'Aprobada y contabilizada', tone: 'green' },
  'expense_note.undo_approval': { title: 'Aprobación anulada', tone: 'amber' },
  'expense_note.reject': { title: 'Rechazada', tone: 'red' },
  'expense_note.expire': { title: 'Rechazada por falta de respuesta', tone: 'red' },
  'expense_note.cancel': { title: 'Cancelada', tone: 'grey' },
  'expense_note.order': { title: 'Pago ordenado', tone: 'blue' },
  'expense_note.settle': { title: 'Pagada', tone: 'green' },
  'expense_note.give_back': { title: 'Vuelve a estar pendiente de pago', tone: 'amber' },
  'expense_note.rebilling_marked': { title: 'Marcada para refacturar', tone: 'blue' },
  'expense_note.mail_sent': { title: 'Correo enviado', tone: 'grey' },
}

const fields: Record<string, string> = {
  reviewer: 'Revisa',
  siteId: 'Empresa',
  employeeId: 'Empleado',
  providerId: 'Proveedor',
  category: 'Categoría',
  documentKind: 'Justificante',
  supplierTaxId: 'NIF del emisor',
  invoiceNumber: 'Número de factura',
  vatMinor: 'IVA',
  vatCodeId: 'Tipo de IVA',
  expenseAccountId: 'Cuenta de gasto',
  approvedMinor: 'Aprobado',
  approved_minor: 'Aprobado',
  comment: 'Comentario',
}

/** What happened to a note, in words; cents read as euros. */
export const expenseHistory = (events: AuditEntry[]) =>
  timelineOf(events, names, fields, {
    wordOf: (field, value) =>
      MONEY.has(field) && typeof value === 'number' ? formatAmount(value, 'EUR') : value,
  })

const MONEY = new Set(['vatMinor', 'approvedMinor', 'approved_minor'])
