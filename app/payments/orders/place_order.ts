import { allowsAccount } from '#app/accounts/queries/account_scope'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { canLeave, payingConnection } from '#app/payments/gateway/paying_connection'
import { checkOrder, refuseFailed } from '#app/payments/orders/checks/check_order'
import { earliestExecution, executionDay } from '#app/payments/orders/checks/execution_day'
import { isPayerFor } from '#app/payments/orders/checks/payer_accounts'
import { lockOrder, refreshSource } from '#app/payments/orders/move_order'
import { sendableConcept, sendablePayee } from '#app/payments/orders/page/sendable_texts'
import PaymentOrder from '#app/payments/orders/payment_order'
import { chargeBy } from '#app/payments/quotes/requote_order'
import { usableQuote } from '#app/payments/quotes/usable_quote'

/** A payment that a document asks for; the document is locked by the caller and owes at least so much. */
export type OrderDraft = {
  kind: string
  siteId: number
  sourceType: string
  sourceId: number
  sourcePart: number
  creditorType: 'provider' | 'employee' | 'other'
  creditorId: number | null
  creditorName: string
  providerBankId: number | null
  employeeBankId: number | null
  creditorIban: string | null
  /** Whom it is for as the provider of its account has them, where that is not an IBAN alone. */
  providerBeneficiaryId?: number | null
  /** What was agreed on where its account is in another currency. */
  quoteId?: number | null
  /** The provider's own word for what it is for. */
  purpose?: string | null
  /** Made as a draft that somebody sends in the provider's own pages. */
  isExternalDraft?: boolean
  amountMinor: number
  currency: string
  remittance: string
  /** Account to be charged; the company's payer account when null. */
  debtorAccountId: number | null
  /** The pot of that account that pays it, where it is not the account itself. */
  debtorVirtualAccountId?: number | null
  /** The day it is wanted on; the first that its bank can still take when null or past. */
  wantedOn: CalendarDate | null
  retryOfId: number | null
  /** The instant it is made at, which decides the first day it can move: now, unless told. */
  at?: Date
}

/** Makes the draft order of a document and checks it. Throws what the checks refuse, and E_ACCOUNT for an account of others. */
export async function placeOrder(draft: OrderDraft, actor: Actor, trx: Transaction): Promise<PaymentOrder> {
  const accountId = draft.debtorAccountId ?? (await payerAccount(draft, actor.userId, trx))
  const order = await insertOrder(draft, accountId, actor, trx)
  // The order does not stay, and nobody will ever see its number.
  refuseFailed(await checkOrder(order, 'create', actor.userId, trx), null)
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
}

type Payer = Pick<OrderDraft, 'siteId' | 'currency'> &
  Partial<Pick<OrderDraft, 'creditorType' | 'creditorId'>>

/** The account that a company pays from unless told, of those the person may pay from: where the payee is usually paid, else its payer account. */
export async function payerAccount(
  { siteId, currency, ...payee }: Payer,
  userId: number | null,
  trx: Transaction
): Promise<number> {
  const account = await row<{ id: number }>(
    `select id from bank_accounts where site_id = :siteId and currency = :currency and status = 'active' and (iban is not null or connector_id is not null) and ${allowsAccount('pay', 'bank_accounts.id', ':userId::bigint')}
      order by coalesce(id = (select p.default_bank_account_id from providers p where p.id = :providerId::bigint), false) desc, is_payer_default desc, id limit 1`,
    { siteId, currency, userId, providerId: payee.creditorType === 'provider' ? payee.creditorId : null },
    trx
  )
  if (!account)
    throw new DomainError(
      'E_NO_ACCOUNT',
      `La empresa no tiene una cuenta activa en ${currency} desde la que pueda pagar.${currency === 'EUR' ? '' : WITHOUT_QUOTES}`
    )
  return account.id
}

async function insertOrder(
  { wantedOn, at, ...draft }: OrderDraft,
  debtorAccountId: number,
  actor: Actor,
  trx: Transaction
): Promise<PaymentOrder> {
  const account = await accountOf(draft, debtorAccountId, actor.userId, trx)
  const earliest = earliestExecution({ cutOff: account.cutOff, speed: 'normal' }, at)
  const { quoteId = null } = draft
  const fields = {
    ...draft,
    ...(quoteId === null ? {} : await usableQuote({ ...draft, quoteId, accountId: debtorAccountId }, trx)),
    debtorAccountId,
    creditorName: sendablePayee(draft.creditorName),
    remittance: sendableConcept(draft.remittance),
    executionDate: executionDay(wantedOn ?? earliest, earliest),
    channel: account.channel,
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
  if (quoteId !== null) await chargeBy(order, quoteId, trx)
  return lockOrder(order.id, trx)
}

type Account = {
  siteId: number
  currency: string
  cutOff: string
  channel: string
  /** Its bank makes instant transfers. */
  isInstant: boolean
}

type Found = Account & {
  site: string
  /** Its company may pay for the one that owes, and who asks keeps it. */
  isPayer: boolean
}

/** What to do where an account in another currency than the payment's would have to be charged. */
const WITHOUT_QUOTES =
  ' Desde otra divisa no se crea un pago sin cotización de cambio: páguelo en el banco y concilie después el movimiento con la factura, que queda saldada con su diferencia de cambio.'

/**
 * The account to be charged, and by what channel: by the connection that it hangs on where that takes such payments, else as its
 * bank's profile says; files take euros only, and what nothing takes is transferred by hand. Throws E_ACCOUNT for an account of others or out of use, E_CURRENCY for one in
 * another currency without a quote of its connection.
 */
export async function accountOf(
  draft: Pick<OrderDraft, 'siteId' | 'currency' | 'quoteId' | 'kind'>,
  accountId: number,
  userId: number | null,
  trx: Transaction
): Promise<Account> {
  const account = await row<Found>(
    `select b.site_id, ${isPayerFor('b.site_id', ':siteId::bigint')} as is_payer, s.legal_name::text as site, b.currency, coalesce(f.cut_off, '15:00') as cut_off, coalesce(f.instant_allowed, false) as is_instant,
        coalesce(f.channel, case when b.provider_code = 'manual' then 'manual' else 'sepa_file' end) as channel
       from bank_accounts b join sites s on s.id = b.site_id left join bank_profiles f on f.id = b.bank_profile_id
      where b.id = :accountId and b.status = 'active' and ${allowsAccount('view', 'b.id', ':userId::bigint')}`,
    { accountId, userId, siteId: draft.siteId },
    trx
  )
  if (!account || (account.siteId !== draft.siteId && !account.isPayer))
    throw new DomainError('E_ACCOUNT', 'La cuenta de origen no pertenece a la empresa.', {
      field: 'debtor_account_id',
    })
  if (account.siteId !== draft.siteId) await refuseUnpayable(draft, account, trx)
  const paying = await payingConnection(accountId, trx)
  const way = { from: account.currency, to: draft.currency, isQuoted: (draft.quoteId ?? null) !== null }
  if (paying && canLeave(paying, way))
    return {
      ...account,
      channel: 'api',
      isInstant: paying.capabilities.instant && draft.currency === 'EUR' && account.currency === 'EUR',
    }
  if (account.currency !== draft.currency)
    throw new DomainError(
      'E_CURRENCY',
      `La cuenta de cargo está en ${account.currency} y el documento en ${draft.currency}: elija una cuenta en ${draft.currency}.${WITHOUT_QUOTES}`,
      { field: 'debtor_account_id' }
    )
  return draft.currency === 'EUR' ? account : { ...account, channel: 'manual', isInstant: false }
}

/**
 * Another company pays euros, of kinds that may be paid so, and nothing that is owed to a third company of the group: that
 * is posted in its own two books.
 */
async function refuseUnpayable(
  { kind, currency }: Pick<OrderDraft, 'kind' | 'currency'>,
  { site, currency: coin }: Pick<Found, 'site' | 'currency'>,
  trx: Transaction
): Promise<void> {
  const known = await row(
    `select 1 as found from payment_kinds where kind = :kind and may_others_pay`,
    { kind },
    trx
  )
  if (known && currency === 'EUR' && coin === 'EUR') return
  throw new DomainError(
    'E_ACCOUNT',
    known
      ? `Desde ${site} solo se pagan euros de otra empresa: elija una cuenta de la propia empresa.`
      : 'Este pago solo sale de una cuenta de la propia empresa.',
    { field: 'debtor_account_id' }
  )
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
