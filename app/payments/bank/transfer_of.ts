import type {
  Attachment,
  Payee,
  Quote,
  Transfer,
  TransferGateway,
} from '#app/banking/gateway/transfer_gateway'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, maxDay, today } from '#app/kernel/time/calendar_date'
import { nextTargetDay } from '#app/kernel/time/working_days'
import { attachmentsOf } from '#app/payments/attachments/attachments_of'
import { quoteOf } from '#app/payments/quotes/quote_of'
import { toleranceOf } from '#app/payments/quotes/quote_tolerance'

type Found = Omit<Transfer, 'payee' | 'quote' | 'toleranceMinor' | 'attachments' | 'executionOn'> & {
  executionOn: CalendarDate
  quoteId: number | null
  asDraft: boolean
  creditorName: string
  creditorIban: string | null
  creditorBic: string | null
  beneficiary: string | null
  beneficiaryAccount: string | null
  beneficiaryEmail: string | null
}

const SELECT = `select o.number as order_number, o.end_to_end_id, o.amount_minor, o.currency, s.legal_name::text as debtor_name, b.iban as debtor_iban, f.external_id as debtor_ref,
    o.remittance, o.execution_date as execution_on, o.speed, o.quote_id, o.purpose, o.creditor_name, o.creditor_iban, coalesce(pb.bic, t.bic) as creditor_bic,
    n.external_id as beneficiary, n.account as beneficiary_account, n.email as beneficiary_email, w.to_ref as to_own_ref, o.is_external_draft as as_draft
   from payment_orders o join bank_accounts b on b.id = o.debtor_account_id join sites s on s.id = b.site_id
   left join provider_accounts f on f.bank_account_id = b.id and f.connector_id = b.connector_id
   left join provider_banks pb on pb.id = o.provider_bank_id left join provider_beneficiaries n on n.id = o.provider_beneficiary_id
   left join own_transfers w on o.source_type = 'own_transfer' and w.id = o.source_id left join bank_accounts t on t.id = w.to_account_id`

/** A payment order in the words of the gateway that it leaves by. */
export async function transferOf(
  orderId: number,
  { capabilities }: Pick<TransferGateway, 'capabilities'>,
  trx?: Transaction
): Promise<Transfer> {
  const found = await oneRow<Found>(`${SELECT} where o.id = :orderId`, { orderId }, trx)
  const quote: Quote | null = found.quoteId === null ? null : await quoteOf(found.quoteId, trx)
  const attachments: Attachment[] =
    capabilities.attachmentAboveMinor === null ? [] : await attachmentsOf(orderId, trx)
  return {
    orderNumber: found.orderNumber,
    endToEndId: found.endToEndId,
    amountMinor: found.amountMinor,
    currency: found.currency,
    debtorName: found.debtorName,
    debtorIban: found.debtorIban,
    debtorRef: found.debtorRef,
    payee: payeeOf(found),
    remittance: found.remittance,
    executionOn: nextTargetDay(maxDay(found.executionOn, today())),
    speed: found.speed,
    quote,
    toleranceMinor: quote === null ? 0 : toleranceOf(quote.source.minor),
    attachments,
    purpose: found.purpose,
    toOwnRef: found.toOwnRef,
    ...(found.asDraft ? { asDraft: true } : {}),
  }
}

/** Of an account of the company's own at the same provider its name there is enough: it may have no IBAN. */
function payeeOf(found: Found): Payee {
  const { creditorName: name, creditorIban: iban, toOwnRef } = found
  if (found.beneficiary !== null)
    return {
      kind: 'beneficiary',
      name,
      externalId: found.beneficiary,
      account: found.beneficiaryAccount ?? '',
      iban,
    }
  if (iban !== null) return { kind: 'iban', name, iban, bic: found.creditorBic }
  if (toOwnRef !== null) return { kind: 'beneficiary', name, externalId: toOwnRef, account: '', iban: null }
  throw new Error(`Nobody can be told whom ${found.orderNumber} pays`)
}
