import { allowsAccount } from '#app/accounts/queries/account_scope'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { auditInvoice } from '#app/invoices/actions/audit_invoice'
import { type CalendarDate, today } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money'
import { toSepaText } from '#app/kernel/sepa_text'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/sql'
import { checkOrder, refuseFailed } from '#app/payments/actions/check_order'
import { lockOrder, refreshSource } from '#app/payments/actions/move_order'
import { earliestExecution, executionDay } from '#app/payments/execution_day'
import PaymentOrder from '#app/payments/models/payment_order'
import { LIVE, liveOrdersOf } from '#app/payments/queries/live_orders'

export type OrderWanted = {
  invoiceId: number
  /** Cents; all that no other order takes when absent. */
  amountMinor?: number | null
  /** Account to be charged; the company's payer account when absent. */
  debtorAccountId?: number | null
  executionDate?: CalendarDate | null
  /** The instant it is made at, which decides the first day it can move: now, unless told. */
  at?: Date
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
  outstandingMinor: number
  docType: string
  providerBankId: number | null
  legalName: string
  holderName: string | null
  iban: string | null
  /** The invoice names the account to pay: no other is paid in its place. */
  hasChosenBank: boolean
  liveNumber: string | null
  ordered: number
  parts: number
  retryOfId: number | null
}

/** Makes a draft order for (part of) a booked invoice. Throws at `amount` above what is left, and with any failed check. */
export async function createOrder(
  wanted: OrderWanted,
  actor: Actor,
  outer?: Transaction
): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const source = await lockSource(wanted.invoiceId, trx)
    const rest = source.outstandingMinor - source.ordered
    const amountMinor = wanted.amountMinor ?? rest
    refuseUnpayable(source, amountMinor, rest)
    const accountId = wanted.debtorAccountId ?? (await payerAccount(source, actor.userId, trx))
    const order = await insertOrder(source, { ...wanted, accountId, amountMinor }, actor, trx)
    refuseFailed(await checkOrder(order, 'create', actor.userId, trx), order.number)
    await recordEvent(
      {
        actor,
        objectType: 'payment_order',
        objectId: order.id,
        siteId: order.siteId,
        event: 'payment_order.created',
        to: 'draft',
      },
      trx
    )
    await refreshSource(order, trx)
    return order
  }, outer)
}

async function lockSource(invoiceId: number, trx: Transaction): Promise<Source> {
  await oneRow(`select id from invoices where id = :invoiceId for update`, { invoiceId }, trx)
  await auditInvoice(invoiceId, trx)
  return oneRow<Source>(
    `select i.id, i.site_id, i.provider_id, i.status, i.reference, i.invoice_number, i.due_on, i.currency, i.outstanding_minor, i.doc_type,
            b.id as provider_bank_id, i.provider_bank_id is not null as has_chosen_bank, p.legal_name, b.holder_name, b.iban,
            (select number from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id and o.status in ${LIVE} order by o.id desc limit 1) as live_number,
            ${liveOrdersOf('i.id')} as ordered,
            (select coalesce(max(source_part), 0) from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id) as parts,
            (select o.id from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id and o.status in ('failed', 'returned')
                and not exists (select 1 from payment_orders r where r.retry_of_id = o.id and r.status not in ('cancelled', 'failed', 'returned')) order by o.id desc limit 1) as retry_of_id
       from invoices i join providers p on p.id = i.provider_id
       left join lateral (select b.* from provider_banks b where b.provider_id = p.id and b.disabled_at is null and b.verification = 'verified'
            and (b.site_id is null or b.site_id = i.site_id) and (i.provider_bank_id is null or b.id = i.provider_bank_id)
          order by (b.site_id = i.site_id) desc nulls last, b.is_default desc, b.id limit 1) b on true
      where i.id = :invoiceId`,
    { invoiceId },
    trx
  )
}

function refuseUnpayable(source: Source, amountMinor: number, rest: number): void {
  if (source.status === 'disputed')
    throw new DomainError('E_DISPUTED', `${source.reference}: la factura está en disputa.`)
  if (source.status !== 'booked')
    throw new DomainError('E_NOT_BOOKED', `${source.reference}: la factura no está contabilizada.`)
  if (source.currency !== 'EUR')
    throw new DomainError(
      'E_CURRENCY',
      `${source.reference}: un fichero SEPA solo lleva euros, y la factura es en ${source.currency}.`
    )
  if (source.docType === 'credit_note')
    throw new DomainError('E_CREDIT', `${source.reference}: un abono no se paga.`)
  if (rest <= 0 && source.liveNumber)
    throw new DomainError(
      'E_LIVE_ORDER',
      `Ya existe un pago en curso para este documento (${source.liveNumber}).`
    )
  if (rest <= 0) throw new DomainError('E_PAID', `${source.reference}: la factura ya está pagada.`)
  if (amountMinor <= 0)
    throw new DomainError('E_AMOUNT', 'Introduzca un importe mayor que cero.', { field: 'amount' })
  if (amountMinor > rest)
    throw new DomainError(
      'E_AMOUNT',
      `El importe supera lo pendiente de la factura (${formatAmount(rest, source.currency)}).`,
      { field: 'amount' }
    )
  if (!source.iban)
    throw new DomainError(
      'E_BANK',
      source.hasChosenBank
        ? `${source.reference}: la cuenta de pago elegida en la factura no está verificada o ya no se usa.`
        : `${source.reference}: el proveedor no tiene una cuenta bancaria verificada.`
    )
}

async function payerAccount(
  { siteId, currency }: Source,
  userId: number | null,
  trx: Transaction
): Promise<number> {
  const account = await row<{ id: number }>(
    `select id from bank_accounts where site_id = :siteId and currency = :currency and status = 'active' and iban is not null and ${allowsAccount('pay', 'bank_accounts.id', ':userId::bigint')}
      order by is_payer_default desc, id limit 1`,
    { siteId, currency, userId },
    trx
  )
  if (!account)
    throw new DomainError(
      'E_NO_ACCOUNT',
      `La empresa no tiene una cuenta activa en ${currency} desde la que pueda pagar.`
    )
  return account.id
}

type Placed = Pick<OrderWanted, 'executionDate' | 'at'> & { accountId: number; amountMinor: number }

async function insertOrder(
  source: Source,
  { accountId, amountMinor, executionDate, at }: Placed,
  actor: Actor,
  trx: Transaction
): Promise<PaymentOrder> {
  const account = await row<{ siteId: number; currency: string; cutOff: string }>(
    `select b.site_id, b.currency, coalesce(f.cut_off, '15:00') as cut_off from bank_accounts b left join bank_profiles f on f.id = b.bank_profile_id
      where b.id = :accountId and b.status = 'active' and ${allowsAccount('view', 'b.id', ':userId::bigint')}`,
    { accountId, userId: actor.userId },
    trx
  )
  if (!account || account.siteId !== source.siteId)
    throw new DomainError('E_ACCOUNT', 'La cuenta de origen no pertenece a la empresa.', {
      field: 'debtor_account_id',
    })
  if (account.currency !== source.currency)
    throw new DomainError('E_CURRENCY', 'La divisa de la cuenta no es la de la factura.', {
      field: 'debtor_account_id',
    })
  const earliest = earliestExecution({ cutOff: account.cutOff, speed: 'normal' }, at)
  const fields = {
    kind: 'supplier',
    siteId: source.siteId,
    sourceType: 'invoice',
    sourceId: source.id,
    sourcePart: source.parts + 1,
    debtorAccountId: accountId,
    creditorType: 'provider',
    creditorId: source.providerId,
    creditorName: toSepaText(source.holderName ?? source.legalName, 70),
    providerBankId: source.providerBankId,
    creditorIban: source.iban,
    amountMinor,
    currency: source.currency,
    executionDate: executionDay(executionDate ?? source.dueOn ?? earliest, earliest),
    remittance: toSepaText(`FRA ${source.invoiceNumber}`, 140),
    channel: 'sepa_file',
    retryOfId: source.retryOfId,
    status: 'draft' as const,
    createdBy: actor.userId,
    lastEditedBy: actor.userId,
  }
  const number = await nextNumber(trx)
  const order = new PaymentOrder()
  order.useTransaction(trx)
  order.merge({
    ...fields,
    number,
    endToEndId: endToEndId(number),
    fingerprint: PaymentOrder.fingerprintOf(fields),
  })
  await order.save()
  return lockOrder(order.id, trx)
}

async function nextNumber(trx: Transaction): Promise<string> {
  const { number } = await oneRow<{ number: string }>(
    `select 'OP-' || :year || '-' || lpad(n::text, greatest(6, length(n::text)), '0') as number from nextval('payment_order_numbers') n`,
    { year: today().slice(0, 4) },
    trx
  )
  return number
}

/** The order's number without hyphens and a check digit (mod 97 of its digits): what comes back on the statement. */
export function endToEndId(number: string): string {
  const plain = number.replaceAll('-', '')
  const check = String(98 - (Number(plain.replace(/\D/g, '')) % 97)).padStart(2, '0')
  return `${plain}${check}`
}
