import type { Transaction } from '#app/kernel/database/sql'
import type { Pain001Version } from '#app/payments/files/credit_transfer_file'
import type { PayingConnection } from '#app/payments/gateway/paying_connection'
import { kindPaying, type SourceFacts } from '#app/payments/kinds/payment_kind'
import { asksForDocuments, placeOf, readAccounts } from '#app/payments/orders/checks/account_facts'
import { readBanks } from '#app/payments/orders/checks/bank_facts'
import { readAttached, readBeneficiaries } from '#app/payments/orders/checks/network_facts'
import { documentsIn } from '#app/payments/orders/checks/order_documents'
import { readSurroundings } from '#app/payments/orders/checks/surroundings'
import type { OrderRecord } from '#app/payments/orders/payment_order'

export type Funds = { accountMinor: number; reservedMinor: number }

/** What the checks of a payment look at, read once for all the orders in hand. */
export type OrderFacts = {
  bank: {
    iban: string
    bic: string | null
    verification: string
    isDisabled: boolean
    isPayable: boolean
    /** How long an account waits for its first payment. */
    coolingHours: number
    isRecent: boolean
    active: boolean
    status: string
    paymentMethod: string
    /** Another supplier has the same account. */
    isShared: boolean
  } | null
  /** Whom the provider of its account has, where it goes to such a one. */
  beneficiary: {
    iban: string | null
    status: string
    isVerified: boolean
    /** Its wait is over, or was lifted. */
    isPayable: boolean
    /** How long one waits for its first payment. */
    coolingHours: number
    /** Somebody answered for it again after the payment had gone into the buffer: for what, who approves has not seen. */
    isVerifiedAnew: boolean
    isRecent: boolean
    /** It is one of the connection that its account hangs on. */
    isOwn: boolean
  } | null
  /** Documents that go with it; null where nobody asks for any. */
  attachments: number | null
  /** Its quote has expired: another is asked for when it leaves. */
  isQuoteOver: boolean
  source: SourceFacts | null
  /** The account to be charged; `isAllowed` tells whether the person who asks may pay from it. */
  account: {
    companyName: string
    companyTown: string | null
    companyCountry: string
    painVersion: Pain001Version
    iban: string | null
    bic: string | null
    currency: string
    status: string
    cutOff: string
    /** Its bank makes instant transfers. */
    isInstant: boolean
    isAllowed: boolean
    /** Its company owes it, or may pay for the one that does. */
    isPayer: boolean
    /** The connection that payments leave by; null where files, people or the bank of a profile take them. */
    paying: Pick<PayingConnection, 'title' | 'capabilities' | 'isClosed'> | null
  }
  /** Another order of the same amount to the same account within ten days; its number only within the company. */
  twin: { number: string | null } | null
  /** Another order that pays an invoice of the same number of the same payee. */
  sameNumber: { number: string | null } | null
  /** What the debit account has free for this order: its own reservation counts as free. */
  availableMinor: number
  /** What is available of the debit account itself, and what this order reserves there until it leaves. */
  funds: Funds
  /** The last twelve payments to the same creditor; of fewer than six there is no median. */
  history: { payments: number; median: number | null }
}

type Asked = {
  orders: readonly OrderRecord[]
  userId: number | null
  /** `lock` keeps the invoices as they are until the transaction ends; `look` only reads. */
  mode: 'lock' | 'look'
}

/** The facts of saved orders by their keys. When locking, their documents in the order of the keys of each kind. */
export async function readOrderFacts(
  { orders, userId, mode }: Asked,
  trx: Transaction
): Promise<Map<number, OrderFacts>> {
  const orderIds = orders.map(({ id }) => id)
  const documents = documentsIn(orders)
  // Documents of one kind after the other, the kinds in the order of their names.
  if (mode === 'lock') for (const { type, ids } of documents) await kindPaying(type).lock(ids, trx)
  const sources = await readSources(documents, orderIds, trx)
  const banks = await readBanks(orderIds, trx)
  const beneficiaries = await readBeneficiaries(orders, trx)
  const accounts = await readAccounts(orders, userId, trx)
  const attached = await readAttached(
    orders.filter((order) => asksForDocuments(accounts.get(placeOf(order)))),
    trx
  )
  const surroundings = await readSurroundings(orderIds, trx)
  const accountOf = new Map(orders.map((order) => [order.id, accounts.get(placeOf(order))]))
  return new Map(
    surroundings.map((found) => {
      const account = accountOf.get(found.id)
      if (!account) throw new Error(`Order ${found.id} without account`)
      return [
        found.id,
        {
          bank: banks.get(found.id) ?? null,
          beneficiary: beneficiaries.get(found.id) ?? null,
          attachments: attached ? (attached.get(found.id) ?? 0) : null,
          isQuoteOver: found.isQuoteOver,
          source: sources.get(found.id) ?? null,
          account,
          twin: found.hasTwin ? { number: found.twinNumber } : null,
          sameNumber: found.hasSame ? { number: found.sameNumber } : null,
          availableMinor: found.availableMinor,
          funds: { accountMinor: found.accountMinor, reservedMinor: found.reservedMinor },
          history: { payments: found.payments, median: found.median },
        },
      ]
    })
  )
}

async function readSources(
  documents: readonly { type: string }[],
  orderIds: number[],
  trx: Transaction
): Promise<Map<number, SourceFacts>> {
  const facts = new Map<number, SourceFacts>()
  for (const { type } of documents)
    for (const [orderId, found] of await kindPaying(type).readFacts(orderIds, trx)) facts.set(orderId, found)
  return facts
}
