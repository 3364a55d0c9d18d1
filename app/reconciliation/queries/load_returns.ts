import { type Client, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { keyOf } from '#app/reconciliation/queries/load_payments'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import { candidatesMax, type Probe } from '#app/reconciliation/queries/probe'
import type { Candidate } from '#app/reconciliation/scoring/match_types'

type Returnable = {
  journalLineId: number
  amountMinor: number
  number: string
  endToEndId: string
  creditorType: string
  creditorId: number | null
  creditorName: string
  creditorIban: string | null
  executionDate: CalendarDate
  invoiceNumber: string | null
  batchNumber: string | null
  messageId: string | null
}

/**
 * Payments of this account that money coming in may be the return of: of its amount, to its counterparty or under one of
 * our references. `amountMinor` is what comes back; the line in the books is that of the charge.
 */
export async function loadReturns(
  { id, ledgerAccountId }: MatchAccount,
  { window, amounts, references, numbers, ibans, providerIds }: Probe,
  client?: Client
): Promise<Candidate[]> {
  const credits = amounts.filter((amount) => amount > 0)
  if (credits.length === 0) return []
  const found = await rows<Returnable>(
    `select l.id as journal_line_id, o.amount_minor, o.number, o.end_to_end_id, o.creditor_type, o.creditor_id, o.creditor_name, o.creditor_iban, o.execution_date,
            i.invoice_number, b.number as batch_number, b.message_id
       from payment_orders o left join payment_batches b on b.id = o.batch_id left join invoices i on o.source_type = 'invoice' and i.id = o.source_id
       join journal_entries e on e.idempotency_key = 'payment_order:' || o.id || case when o.status = 'sent' then ':sent:1' else ':settled:1' end
       join journal_lines l on l.entry_id = e.id and l.document_type = 'payment_order' and l.document_id = o.id and l.amount_minor < 0
       join ledger_accounts a on a.id = l.account_id
      where o.debtor_account_id = :id and o.status in ('sent', 'paid', 'reconciled') and o.amount_minor = any(:credits::bigint[]) and o.execution_date between :from and :to
        and case when o.status = 'sent' then a.subledger = 'bank' and a.subledger_id = :id else l.account_id = :ledgerAccountId end
        and (o.end_to_end_id = any(:references::text[]) or ${keyOf('o.end_to_end_id')} = any(:numbers::text[]) or ${keyOf('o.number')} = any(:numbers::text[])
          or ${keyOf('b.number')} = any(:numbers::text[]) or ${keyOf('b.message_id')} = any(:numbers::text[]) or o.creditor_iban = any(:ibans::text[])
          or (o.creditor_type = 'provider' and o.creditor_id = any(:providerIds::bigint[])))
      order by o.execution_date, l.id limit ${candidatesMax}`,
    {
      id,
      ledgerAccountId,
      credits,
      references,
      numbers,
      ibans,
      providerIds,
      from: addDays(window.from, -60),
      to: addDays(window.to, 10),
    },
    client
  )
  return found.map(returnCandidate)
}

function returnCandidate(payment: Returnable): Candidate {
  const { journalLineId, invoiceNumber, creditorIban } = payment
  const label = `Devolución del pago ${payment.number}`
  return {
    key: `return:${journalLineId}`,
    kind: 'returned_payment',
    journalLineId,
    otherLineId: null,
    amountMinor: payment.amountMinor,
    dueOn: payment.executionDate,
    party: payment.creditorId === null ? null : `${payment.creditorType}:${payment.creditorId}`,
    partyName: payment.creditorName,
    partyIbans: creditorIban ? [creditorIban] : [],
    ownReferences: [payment.endToEndId, payment.number, payment.batchNumber, payment.messageId].filter(
      (text) => text !== null
    ),
    documentNumbers: invoiceNumber ? [invoiceNumber] : [],
    knownFeeMinor: null,
    label: invoiceNumber ? `${label} · factura ${invoiceNumber}` : label,
    batch: null,
    foreign: null,
  }
}
