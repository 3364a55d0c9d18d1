import { VIRTUAL_TRANSFER } from '#app/accounts/virtual_transfer'
import { type Client, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import { candidatesMax, type Probe } from '#app/reconciliation/queries/probe'
import type { Candidate } from '#app/reconciliation/scoring/match_types'

type Payment = {
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
  numberNorm: string | null
  batchId: number | null
  batchNumber: string | null
  messageId: string | null
  /** Payments to one creditor that left as one transfer: their key together, and the reference it carries. */
  mergedId: number | null
  mergedReference: string | null
}

/** A reference written without its signs, as `numberKey` writes it. */
export const keyOf = (column: string) => `lower(translate(${column}, '-/._ :,()''+', ''))`

/** Payments that the bank has and has not charged yet: their lines in transit of this account (00 §7 a). */
export async function loadPaymentsInTransit(
  { id, siteId }: MatchAccount,
  { window, near, amounts, numbers, references, ibans, providerIds }: Probe,
  client?: Client
): Promise<Candidate[]> {
  const found = await rows<Payment>(
    `with sent as materialized (
       select o.*, b.number as batch_number, b.message_id,
           case when o.transfer_group_id is not null and count(*) over merged > 1 then -min(o.id) over merged end as merged_id,
           case when o.transfer_group_id is not null then min(o.end_to_end_id) over merged end as merged_reference
         from payment_orders o left join payment_batches b on b.id = o.batch_id
        where o.debtor_account_id = :id and o.status = 'sent' and o.execution_date between :from and :to
        window merged as (partition by o.batch_id, o.transfer_group_id)),
     one as (select merged_id from sent where merged_id is not null group by 1 having -sum(amount_minor) = any(:amounts::bigint[])),
     whole as (select batch_id from sent where batch_id is not null group by 1 having -sum(amount_minor) = any(:amounts::bigint[])),
     normal as (select array_agg(normalized_number(number)) as numbers from unnest(:numbers::text[]) number)
     select l.id as journal_line_id, l.amount_minor, o.number, o.end_to_end_id, o.creditor_type, o.creditor_id, o.creditor_name, o.creditor_iban,
            o.execution_date, i.invoice_number, i.number_norm, o.batch_id, o.batch_number, o.message_id,
            case when o.batch_id in (select batch_id from whole) then null else o.merged_id end as merged_id, o.merged_reference
       from sent o
       join journal_lines l on l.document_type = 'payment_order' and l.document_id = o.id and l.amount_minor < 0
       join ledger_accounts a on a.id = l.account_id and a.site_id = :siteId and a.subledger = 'bank' and a.subledger_id = :id
        and a.code like (select account_code from ledger_account_roles where role = 'payments_in_transit' and (site_id = :siteId or site_id is null)
              order by site_id nulls last limit 1) || '%'
       left join invoices i on o.source_type = 'invoice' and i.id = o.source_id
      where -o.amount_minor = any(:near::bigint[]) or o.batch_id in (select batch_id from whole) or o.merged_id in (select merged_id from one) or o.creditor_iban = any(:ibans::text[])
         or (o.creditor_type = 'provider' and o.creditor_id = any(:providerIds::bigint[])) or o.end_to_end_id = any(:references::text[])
         or ${keyOf('o.end_to_end_id')} = any(:numbers::text[]) or ${keyOf('o.number')} = any(:numbers::text[])
         or ${keyOf('o.batch_number')} = any(:numbers::text[]) or ${keyOf('o.message_id')} = any(:numbers::text[]) or i.number_norm = any((select n.numbers from normal n)::text[])
      order by o.execution_date, l.id limit ${candidatesMax}`,
    {
      id,
      siteId,
      near,
      amounts,
      numbers,
      references,
      ibans,
      providerIds,
      from: addDays(window.from, -60),
      to: addDays(window.to, 10),
    },
    client
  )
  return found.map(paymentCandidate)
}

function paymentCandidate(payment: Payment): Candidate {
  const { journalLineId, invoiceNumber, creditorIban } = payment
  return {
    key: `line:${journalLineId}`,
    kind: 'in_transit',
    journalLineId,
    otherLineId: null,
    amountMinor: payment.amountMinor,
    dueOn: payment.executionDate,
    party: payment.creditorId === null ? null : `${payment.creditorType}:${payment.creditorId}`,
    partyName: payment.creditorName,
    partyIbans: creditorIban ? [creditorIban] : [],
    ownReferences: [payment.endToEndId, payment.number],
    documentNumbers: [invoiceNumber, payment.numberNorm].filter((text) => text !== null),
    knownFeeMinor: null,
    label: invoiceNumber ? `Pago ${payment.number} · factura ${invoiceNumber}` : `Pago ${payment.number}`,
    batch: chargedTogether(payment),
    foreign: null,
  }
}

/** What the bank charges in one sum with others: the transfer it was merged into, else its batch. */
function chargedTogether({ mergedId, mergedReference, batchId, batchNumber, messageId }: Payment) {
  if (mergedId !== null)
    return { id: mergedId, references: [mergedReference].filter((text) => text !== null) }
  if (batchId === null) return null
  return { id: batchId, references: [batchNumber, messageId].filter((text) => text !== null) }
}

type Posted = {
  journalLineId: number
  amountMinor: number
  postedOn: CalendarDate
  description: string
  entryNo: number
  counterpartyType: string | null
  counterpartyId: number | null
  partyName: string | null
  number: string | null
  endToEndId: string | null
}

/** What the books already have on the bank's own account and no movement proves yet: payments settled by hand, loans, transfers. */
export async function loadPostedLines(
  { ledgerAccountId }: MatchAccount,
  { window, near, numbers, references, providerIds }: Probe,
  client?: Client
): Promise<Candidate[]> {
  const found = await rows<Posted>(
    `select l.id as journal_line_id, l.amount_minor - coalesce(m.matched, 0) as amount_minor, l.posted_on, e.description, e.entry_no,
            l.counterparty_type, l.counterparty_id, coalesce(o.creditor_name, p.legal_name) as party_name, o.number, o.end_to_end_id
       from journal_lines l join journal_entries e on e.id = l.entry_id
       left join lateral (select sum(amount_minor)::bigint as matched from statement_matches where journal_line_id = l.id) m on true
       left join payment_orders o on l.document_type = 'payment_order' and o.id = l.document_id
       left join providers p on l.counterparty_type = 'provider' and p.id = l.counterparty_id
      where l.account_id = :ledgerAccountId and l.posted_on between :from and :to and e.journal not in ('apertura', 'cierre') and e.kind <> '${VIRTUAL_TRANSFER}' and e.reverses_id is null
        and not exists (select 1 from journal_entries r where r.reverses_id = e.id)
        and l.amount_minor <> coalesce(m.matched, 0)
        and (l.amount_minor - coalesce(m.matched, 0) = any(:near::bigint[]) or (l.counterparty_type = 'provider' and l.counterparty_id = any(:providerIds::bigint[]))
          or o.end_to_end_id = any(:references::text[]) or ${keyOf('o.end_to_end_id')} = any(:numbers::text[]) or ${keyOf('o.number')} = any(:numbers::text[]))
      order by l.posted_on, l.id limit ${candidatesMax}`,
    {
      ledgerAccountId,
      near,
      numbers,
      references,
      providerIds,
      from: addDays(window.from, -60),
      to: addDays(window.to, 10),
    },
    client
  )
  return found.map(postedCandidate)
}

function postedCandidate(posted: Posted): Candidate {
  return {
    key: `line:${posted.journalLineId}`,
    kind: 'posted',
    journalLineId: posted.journalLineId,
    otherLineId: null,
    amountMinor: posted.amountMinor,
    dueOn: posted.postedOn,
    party: posted.counterpartyId === null ? null : `${posted.counterpartyType}:${posted.counterpartyId}`,
    partyName: posted.partyName,
    partyIbans: [],
    ownReferences: [posted.endToEndId, posted.number].filter((text) => text !== null),
    documentNumbers: [],
    knownFeeMinor: null,
    label: `Asiento ${posted.entryNo} · ${posted.description}`,
    batch: null,
    foreign: null,
  }
}
