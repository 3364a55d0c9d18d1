import { formatAmount } from '#app/kernel/amount_text'
import { formatDay, isCalendarDate } from '#app/kernel/calendar_date'
import { type AuditEntry, type EventName, timelineOf } from '~/kit/audit_timeline'
import type { TimelineEvent } from '~/kit/timeline'

const events: Record<string, EventName> = {
  'legal_procedure.created': { title: 'Borrador creado' },
  'legal_procedure.changed': { title: 'Datos modificados' },
  'legal_procedure.open': { title: 'Abierto', tone: 'blue' },
  'legal_procedure.suspend': { title: 'Suspendido', tone: 'amber' },
  'legal_procedure.resume': { title: 'Reanudado', tone: 'blue' },
  'legal_procedure.close': { title: 'Cerrado', tone: 'green' },
  'legal_procedure.reopen': { title: 'Reabierto', tone: 'amber' },
  'legal_procedure.cancel': { title: 'Anulado', tone: 'red' },
  'legal_phase.added': { title: 'Fase añadida' },
  'legal_phase.planned': { title: 'Fase modificada' },
  'legal_phase.ordered': { title: 'Fases reordenadas' },
  'legal_phase.start': { title: 'Fase iniciada', tone: 'blue' },
  'legal_phase.complete': { title: 'Fase completada', tone: 'green' },
  'legal_phase.skip': { title: 'Fase omitida', tone: 'amber' },
  'legal_phase.reopen': { title: 'Fase reabierta', tone: 'amber' },
  'legal_cost.created': { title: 'Coste añadido' },
  'legal_cost.changed': { title: 'Coste modificado' },
  'legal_cost.approve': { title: 'Coste aprobado', tone: 'blue' },
  'legal_cost.cancel': { title: 'Coste anulado', tone: 'red' },
  'legal_cost.offset': { title: 'Pago manual compensado', tone: 'green' },
  'legal_cost.undo_offset': { title: 'Pago manual deshecho', tone: 'amber' },
  'legal_cost.linked': { title: 'Factura vinculada', tone: 'blue' },
  'legal_cost.unlinked': { title: 'Factura desvinculada', tone: 'amber' },
  'legal_file.added': { title: 'Archivo adjuntado' },
  'legal_file.removed': { title: 'Archivo eliminado', tone: 'amber' },
  'legal_provision.set': { title: 'Provisión dotada', tone: 'amber' },
  'legal_provision.ended': { title: 'Provisión cancelada', tone: 'green' },
}

const fields: Record<string, string> = {
  kind: 'Tipo',
  title: 'Título',
  court: 'Juzgado',
  courtNumber: 'Autos',
  counterparty: 'Contraparte',
  role: 'Posición',
  lawyer: 'Abogado',
  solicitor: 'Procurador',
  claimMinor: 'Reclamado',
  probability: 'Riesgo',
  expectedCloseOn: 'Cierre previsto',
  responsible: 'Responsable',
  confidential: 'Reservado',
  notes: 'Notas',
  plannedStart: 'Inicio previsto',
  plannedEnd: 'Fin previsto',
  deadlineOn: 'Plazo',
  plannedCostMinor: 'Coste previsto',
  concept: 'Concepto',
  description: 'Descripción',
  provider: 'Proveedor',
  payeeName: 'Beneficiario',
  payeeIban: 'IBAN',
  baseMinor: 'Base',
  vatMinor: 'IVA',
  withholdingMinor: 'Retención',
  totalMinor: 'Total',
  dueOn: 'Vencimiento',
  depositTerm: 'Plazo del depósito',
  expenseAccount: 'Cuenta de gasto',
  document: 'Documento',
  invoice: 'Factura',
  provisionMinor: 'Provisión',
  usedMinor: 'Aplicada',
  releasedMinor: 'Liberada',
}

/** What happened to a procedure, its phases, costs and files, in words. */
export function procedureHistory(entries: AuditEntry[]): TimelineEvent[] {
  const readable = entries.map((entry) => ({
    ...entry,
    diff: entry.diff
      ? Object.fromEntries(
          Object.entries(entry.diff).map(([field, [before, after]]): [string, [unknown, unknown]] => [
            field,
            [wordOf(field, before), wordOf(field, after)],
          ])
        )
      : null,
  }))
  return timelineOf(readable, events, fields)
}

function wordOf(field: string, value: unknown): unknown {
  if (field.endsWith('Minor') && typeof value === 'number') return formatAmount(value, 'EUR')
  return typeof value === 'string' && isCalendarDate(value) ? formatDay(value) : value
}
