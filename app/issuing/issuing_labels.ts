import type { Treatment } from '#app/issuing/invoices/new_invoice'
import type { DeliveryStatus } from '#app/issuing/workflows/delivery_workflow'
import { deliveryWorkflow } from '#app/issuing/workflows/delivery_workflow'
import type { Badge } from '#app/kernel/lists/list_columns'

export const TREATMENTS: Readonly<Record<Treatment, string>> = {
  invoice: 'Factura',
  debit_note: 'Nota de cargo',
  suplido: 'Suplido',
}

export const INVOICE_TYPES: Readonly<Record<string, string>> = {
  F1: 'Factura completa',
  F2: 'Factura simplificada',
  F3: 'Factura en sustitución de simplificadas',
  R1: 'Rectificativa: error fundado en derecho',
  R2: 'Rectificativa: concurso de acreedores',
  R3: 'Rectificativa: créditos incobrables',
  R4: 'Rectificativa: otras causas',
  R5: 'Rectificativa de simplificada',
}

export const RECTIFYING_CAUSES = {
  R1: 'Error fundado en derecho o cambio de la base (art. 80.1, 80.2 y 80.6)',
  R2: 'Concurso de acreedores (art. 80.3)',
  R3: 'Créditos incobrables (art. 80.4)',
  R4: 'Otras causas',
} as const

export const RECTIFICATIONS: Readonly<Record<'S' | 'I', string>> = {
  I: 'Por diferencias',
  S: 'Por sustitución',
}

/** What is shown of the last record of a document; of one that has none, why. */
export function deliveryBadge(
  status: DeliveryStatus | null,
  { treatment, kind }: { treatment: Treatment; kind: 'alta' | 'anulacion' | null }
): Badge {
  if (status === null)
    return { label: treatment === 'invoice' ? 'Sin VERI*FACTU' : 'Sin registro', tone: 'grey' }
  const label = deliveryWorkflow.label(status)
  return {
    label: kind === 'anulacion' && status === 'accepted' ? 'Anulación aceptada' : label,
    tone: deliveryWorkflow.tone(status),
  }
}

export const EVENT_TYPES: Readonly<Record<string, string>> = {
  '03': 'Comprobación de registros',
  '04': 'Anomalía en un registro',
  '07': 'Restauración de una copia de seguridad',
  '08': 'Exportación de registros',
  '90': 'Otro',
}
