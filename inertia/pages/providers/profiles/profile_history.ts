import { type AuditEntry, type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import type { TimelineEvent } from '~/kit/detail/timeline'

const events: Record<string, EventName> = {
  'expense_profile.created': { title: 'Perfil creado' },
  'expense_profile.changed': { title: 'Perfil modificado' },
  'expense_profile.suggestion_dismissed': { title: 'Sugerencia descartada' },
}

const fields: Record<string, string> = {
  name: 'Nombre',
  ledgerAccountCode: 'Cuenta contable',
  vatCode: 'Tipo de IVA',
  withholdingCode: 'Retención',
  deductiblePercent: 'IVA deducible (%)',
  priority: 'Prioridad',
  minScore: 'Puntuación mínima',
  requiresApproval: 'Revisar siempre',
  autoBook: 'Sin revisión',
  active: 'Activo',
  keywords: 'Palabras clave',
  suggestion: 'Palabra sugerida',
}

/** What happened to a profile; keys of other rows are not shown. */
export const profileHistory = (entries: AuditEntry[]): TimelineEvent[] =>
  timelineOf(entries, events, fields, { isShown: (field) => field in fields })
