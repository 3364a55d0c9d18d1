import { oneRow, type Transaction } from '#app/kernel/database/sql'

/** What AEAT has said so far of an invoice: the combinations of Subsanacion, RechazoPrevio and SinRegistroPrevio hang on it. */
export type Heard = {
  /** An alta is at AEAT. */
  isThere: boolean
  /** An alta was refused and none is there. */
  wasRefusedOutright: boolean
  /** The last correction was refused although the invoice is there. */
  wasCorrectionRefused: boolean
  wasAnulacionRefused: boolean
  /** Something has not been answered yet. */
  isOpen: boolean
  records: number
}

export function heardOf(invoiceId: number, trx: Transaction): Promise<Heard> {
  return oneRow<Heard>(
    `with said as (
       select r.id, r.kind, r.is_correction, d.status from verifactu_records r join verifactu_deliveries d on d.record_id = r.id where r.invoice_id = :invoiceId)
     select coalesce(bool_or(kind = 'alta' and status in ('accepted', 'accepted_with_errors')), false) as is_there,
        coalesce(bool_or(kind = 'alta' and status = 'refused'), false)
          and not coalesce(bool_or(kind = 'alta' and status in ('accepted', 'accepted_with_errors')), false) as was_refused_outright,
        coalesce((select status = 'refused' and is_correction from said where kind = 'alta' order by id desc limit 1), false)
          and coalesce(bool_or(kind = 'alta' and status in ('accepted', 'accepted_with_errors')), false) as was_correction_refused,
        coalesce((select status = 'refused' from said where kind = 'anulacion' order by id desc limit 1), false) as was_anulacion_refused,
        coalesce(bool_or(status in ('pending', 'sending')), false) as is_open, count(*)::int as records
       from said`,
    { invoiceId },
    trx
  )
}
