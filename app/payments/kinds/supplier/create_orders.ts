import type { Actor } from '#app/audit/record_event'
import { judgeBeforePayment } from '#app/invoices/approval/judge_before_payment'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { beneficiaryFor } from '#app/payments/kinds/supplier/beneficiary_for'
import { PAID_BANK } from '#app/payments/kinds/supplier/paid_bank'
import { BY_CONNECTION, isKnownToConnection, NO_IBAN } from '#app/payments/orders/checks/account_without_iban'
import { LIVE, liveOrdersOf } from '#app/payments/orders/checks/live_orders'
import { type BulkOutcome, forEachOrder } from '#app/payments/orders/page/bulk_outcome'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { type OrderDraft, placeOrder } from '#app/payments/orders/place_order'

export type OrderWanted = {
  invoiceId: number
  /** Cents; all that no other order takes when absent. */
  amountMinor?: number | null
  /** Account to be charged; the company's payer account when absent. */
  debtorAccountId?: number | null
  /** What was agreed on where that account is in another currency than the invoice. */
  quoteId?: number | null
  /** The pot of that account that pays it. */
  debtorVirtualAccountId?: number | null
  executionDate?: CalendarDate | null
  /** Left at its provider for somebody to send there, where it has drafts. */
  asDraft?: boolean
  /** The failed or returned payment that it repeats; found by itself unless told. */
  retryOfId?: number | null
  /** The instant it is made at, which decides the first day it can move: now, unless told. */
  at?: Date
  /** Payments that share it leave as one transfer. */
  transferGroupId?: string | null
  /** The rules that stop a payment were asked a moment ago, of many invoices at once. */
  isJudged?: boolean
}

type Source = {
  id: number
  siteId: number
  providerId: number
  status: string
  reference: string
  invoiceNumber: string
  dueOn: CalendarDate | null
  currency: string
  /** What is due of it and not paid yet. */
  payableMinor: number
  /** What is open in the book and held: paid before, or retained. */
  heldMinor: number
  docType: string
  providerBankId: number | null
  legalName: string
  holderName: string | null
  iban: string | null
  /** The account has no IBAN, and a connection of the company has it. */
  isByConnection: boolean
  /** The invoice names the account to pay: no other is paid in its place. */
  hasChosenBank: boolean
  liveNumber: string | null
  ordered: number
  parts: number
  retryOfId: number | null
  /** Credit notes that were set against it, for the text of the transfer. */
  creditNumbers: string[]
}

/** Makes a draft order for (part of) a booked invoice. Throws at `amount` above what is left, and with any failed check. */
export async function createOrder(
  wanted: OrderWanted,
  actor: Actor,
  outer?: Transaction
): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const source = await lockSource(wanted, trx)
    const rest = source.payableMinor - source.ordered
    const amountMinor = wanted.amountMinor ?? rest
    const beneficiaryId = await beneficiaryFor(
      {
        providerBankId: source.providerBankId,
        accountId: wanted.debtorAccountId ?? null,
        currency: source.currency,
      },
      trx
    )
    refuseUnpayable(source, { amountMinor, rest, beneficiaryId })
    const order = await placeOrder(draftOf(source, { ...wanted, amountMinor, beneficiaryId }), actor, trx)
    if (wanted.transferGroupId) {
      order.transferGroupId = wanted.transferGroupId
      await order.save()
    }
    return order
  }, outer)
}

async function lockSource({ invoiceId, isJudged = false }: OrderWanted, trx: Transaction): Promise<Source> {
  await oneRow(`select id from invoices where id = :invoiceId for update`, { invoiceId }, trx)
  if (!isJudged) await auditInvoice(invoiceId, trx)
  return oneRow<Source>(
    `select i.id, i.site_id, i.provider_id, i.status, i.reference, i.invoice_number, i.due_on, i.currency, i.payable_minor, i.prior_open_minor + i.retained_open_minor as held_minor, i.doc_type,
            b.id as provider_bank_id, i.provider_bank_id is not null as has_chosen_bank, p.legal_name, b.holder_name, b.iban, b.iban is null and ${isKnownToConnection({ bank: 'b.id', site: 'i.site_id', currency: 'i.currency' })} as is_by_connection,
            (select number from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id and o.status in ${LIVE} order by o.id desc limit 1) as live_number,
            ${liveOrdersOf('i.id')} as ordered,
            coalesce((select array_agg(distinct c.invoice_number) from credit_offsets f join invoices c on c.id = f.credit_invoice_id where f.invoice_id = i.id), '{}') as credit_numbers,
            (select coalesce(max(source_part), 0) from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id) as parts,
            (select o.id from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id and o.status in ('failed', 'returned')
                and not exists (select 1 from payment_orders r where r.retry_of_id = o.id and r.status not in ('cancelled', 'failed', 'returned')) order by o.id desc limit 1) as retry_of_id
       from invoices i join providers p on p.id = i.provider_id
       left join lateral (${PAID_BANK}) b on true
      where i.id = :invoiceId`,
    { invoiceId },
    trx
  )
}

type Together = {
  debtorAccountId: number | null
  executionDate: CalendarDate | null
  /** Cents by the key of the invoice, where only a part is paid. */
  parts?: ReadonlyMap<number, number>
}

/** A draft for each of several invoices, for all that is left of it or the part that is named; one refusal leaves the others. */
export async function createOrders(
  invoiceIds: number[],
  { parts, ...together }: Together,
  actor: Actor
): Promise<BulkOutcome> {
  await judgeBeforePayment(invoiceIds)
  return forEachOrder(invoiceIds, (invoiceId) =>
    createOrder({ invoiceId, amountMinor: parts?.get(invoiceId) ?? null, isJudged: true, ...together }, actor)
  )
}

type Asked = { amountMinor: number; rest: number; beneficiaryId: number | null }

function refuseUnpayable(source: Source, { amountMinor, rest, beneficiaryId }: Asked): void {
  const isKnownThere = beneficiaryId !== null
  if (source.status === 'disputed')
    throw new DomainError('E_DISPUTED', `${source.reference}: la factura está en disputa.`)
  if (source.status !== 'booked')
    throw new DomainError('E_NOT_BOOKED', `${source.reference}: la factura no está contabilizada.`)
  if (source.docType === 'credit_note')
    throw new DomainError('E_CREDIT', `${source.reference}: un abono no se paga.`)
  if (rest <= 0 && source.liveNumber)
    throw new DomainError(
      'E_LIVE_ORDER',
      `Ya existe un pago en curso para este documento (${source.liveNumber}).`
    )
  if (rest <= 0 && source.heldMinor > 0)
    throw new DomainError(
      'E_NOT_DUE',
      `${source.reference}: lo pendiente (${formatAmount(source.heldMinor, source.currency)}) está retenido o ya se pagó antes: no hay nada que pagar ahora.`
    )
  if (rest <= 0) throw new DomainError('E_PAID', `${source.reference}: la factura ya está pagada.`)
  if (amountMinor <= 0)
    throw new DomainError('E_AMOUNT', 'Introduzca un importe mayor que cero.', { field: 'amount' })
  if (amountMinor > rest) throw new DomainError('E_AMOUNT', tooMuch(source, rest), { field: 'amount' })
  if (source.providerBankId !== null && source.iban === null && !isKnownThere)
    throw new DomainError(
      'E_NO_IBAN',
      `${source.reference}: ${source.isByConnection ? BY_CONNECTION : NO_IBAN}.`
    )
  if (!source.iban && !isKnownThere)
    throw new DomainError(
      'E_BANK',
      source.hasChosenBank
        ? `${source.reference}: la cuenta de pago elegida en la factura no está verificada o ya no se usa.`
        : `${source.reference}: el proveedor no tiene una cuenta bancaria verificada.`
    )
}

const tooMuch = ({ currency, liveNumber }: Source, rest: number): string =>
  `El importe supera lo pendiente de la factura (${formatAmount(rest, currency)})${liveNumber ? `: lo demás está en el pago ${liveNumber}` : ''}.`

function draftOf(
  source: Source,
  wanted: OrderWanted & { amountMinor: number; beneficiaryId: number | null }
): OrderDraft {
  return {
    kind: 'supplier',
    siteId: source.siteId,
    sourceType: 'invoice',
    sourceId: source.id,
    sourcePart: source.parts + 1,
    creditorType: 'provider',
    creditorId: source.providerId,
    creditorName: source.holderName ?? source.legalName,
    providerBankId: source.providerBankId,
    employeeBankId: null,
    creditorIban: source.iban,
    providerBeneficiaryId: wanted.beneficiaryId,
    quoteId: wanted.quoteId ?? null,
    isExternalDraft: wanted.asDraft ?? false,
    amountMinor: wanted.amountMinor,
    currency: source.currency,
    remittance: [`FRA ${source.invoiceNumber}`, ...source.creditNumbers.map((number) => `NC ${number}`)].join(
      ', '
    ),
    debtorAccountId: wanted.debtorAccountId ?? null,
    debtorVirtualAccountId: wanted.debtorVirtualAccountId ?? null,
    wantedOn: wanted.executionDate ?? source.dueOn,
    retryOfId: wanted.retryOfId ?? source.retryOfId,
    ...(wanted.at ? { at: wanted.at } : {}),
  }
}
