import { type AuditEntry, amountsAndDays, type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import type { TimelineEvent } from '~/kit/detail/timeline'

const events: Record<string, EventName> = {
  'rebilling.created': { title: 'Creada a mano' },
  'rebilling.proposed': { title: 'Propuesta', tone: 'blue' },
  'rebilling.amounts_edited': { title: 'Importes editados', tone: 'amber' },
  'rebilling.approval_given': { title: 'Aprobación registrada', tone: 'blue' },
  'rebilling.approve': { title: 'Aprobada', tone: 'green' },
  'approval.override': { title: 'Aprobación de emergencia', tone: 'red' },
  'rebilling.issue': { title: 'Emitida', tone: 'blue' },
  'rebilling.begin_settling': { title: 'En liquidación', tone: 'blue' },
  'rebilling.settle': { title: 'Liquidada', tone: 'green' },
  'rebilling.netted': { title: 'Compensada con otras deudas', tone: 'green' },
  'rebilling.netting_reversed': { title: 'Compensación revertida', tone: 'amber' },
  'rebilling.reopen': { title: 'Vuelve a deberse', tone: 'amber' },
  'rebilling.rectification_begun': { title: 'Rectificación preparada', tone: 'amber' },
  'rebilling.rectify': { title: 'Rectificada', tone: 'amber' },
  'rebilling.annul': { title: 'Anulada', tone: 'red' },
  'rebilling.discard': { title: 'Descartada', tone: 'red' },
  'rebilling.recover': { title: 'Recuperada', tone: 'blue' },
  'rebilling.recover_proposal': { title: 'Recuperada', tone: 'blue' },
}

const fields: Record<string, string> = { baseMinor: 'Base', dueOn: 'Vencimiento' }

/** What has happened to a charge, in words. */
export const chargeHistory = (entries: AuditEntry[]): TimelineEvent[] =>
  timelineOf(entries, events, fields, { wordOf: amountsAndDays('EUR') })
