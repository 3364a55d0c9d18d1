import { deliveryBadge } from '#app/issuing/issuing_labels'
import type { DeliveryStatus } from '#app/issuing/workflows/delivery_workflow'
import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'

/** A record of a document as its page shows it. */
export type ShownRecord = {
  id: number
  seq: number
  kind: 'alta' | 'anulacion'
  /** «Alta», «Alta de subsanación (rechazo previo)»… */
  title: string
  at: string
  hash: string
  previousHash: string | null
  status: DeliveryStatus
  badge: Badge
  code: number | null
  message: string | null
  csv: string | null
  answeredAt: string | null
  attempts: number
}

type Found = Omit<ShownRecord, 'title' | 'badge' | 'at' | 'answeredAt'> & {
  isCorrection: boolean
  priorRejection: 'N' | 'S' | 'X' | null
  withoutPrior: boolean
  at: Date
  answeredAt: Date | null
}

/** Records of a document, the latest first. */
export async function listRecords(invoiceId: number): Promise<ShownRecord[]> {
  const found = await rows<Found>(
    `select r.id, r.seq, r.kind, r.is_correction, r.prior_rejection, r.without_prior, r.generated_at as at, r.hash, r.previous_hash, d.status,
        d.code, d.message, d.csv, d.answered_at, d.attempts
       from verifactu_records r join verifactu_deliveries d on d.record_id = r.id where r.invoice_id = :invoiceId order by r.id desc`,
    { invoiceId }
  )
  return found.map(({ isCorrection, priorRejection, withoutPrior, ...record }) => ({
    ...record,
    at: record.at.toISOString(),
    answeredAt: record.answeredAt?.toISOString() ?? null,
    title: titleOf({ kind: record.kind, isCorrection, priorRejection, withoutPrior }),
    badge: deliveryBadge(record.status, { treatment: 'invoice', kind: record.kind }),
  }))
}

function titleOf({
  kind,
  isCorrection,
  priorRejection,
  withoutPrior,
}: Pick<Found, 'kind' | 'isCorrection' | 'priorRejection' | 'withoutPrior'>): string {
  const rejection = priorRejection === 'S' || priorRejection === 'X' ? ' tras un rechazo' : ''
  if (kind === 'anulacion') return `Anulación${withoutPrior ? ' sin registro previo' : ''}${rejection}`
  return `${isCorrection ? 'Subsanación' : 'Alta'}${rejection}`
}
