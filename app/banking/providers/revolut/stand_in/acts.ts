import { majorOf } from '#app/banking/providers/revolut/money'
import { priceOf } from '#app/banking/providers/revolut/stand_in/pricing'
import { rateBetween, sold } from '#app/banking/providers/revolut/stand_in/rates'
import { pay } from '#app/banking/providers/revolut/stand_in/routes/payment_routes'
import type { ToBank } from '#app/banking/providers/revolut/stand_in/routes/route'
import type { Account, Transaction } from '#app/banking/providers/revolut/stand_in/state'
import type { Teller } from '#app/banking/providers/revolut/stand_in/teller'

type Body = Record<string, unknown>

/** What people and others do at Revolut, and what trials ask for. Amounts are in minor units. */
export function actsOf(bank: ToBank, teller: Teller): Readonly<Record<string, (body: Body) => unknown>> {
  return {
    /** Somebody takes back what was agreed to: every token is worth nothing. */
    revoke_consent: () => {
      Object.assign(bank().state, { refreshToken: null, accessTokens: [] })
    },
    receive: (body) => receive(bank, body),
    card_payment: (body) => cardPayment(bank, body),
    change_amount: (body) => changeAmount(bank, body),
    return_payment: (body) => returnPayment(bank, body),
    approve_payment: ({ id }) => bank().move(paymentOf(bank, id), 'completed'),
    decline_payment: ({ id }) => bank().move(paymentOf(bank, id), 'declined', 'declined_by_approver'),
    approve_draft: ({ id }) => approveDraft(bank, id),
    decline_draft: ({ id }) => declineDraft(bank, id),
    know_holder: ({ number, name }) => {
      bank().state.holders[String(number)] = name === null ? null : String(name)
    },
    move_rate: ({ currency, rate }) => {
      bank().state.rates[String(currency)] = String(rate)
    },
    close_account: ({ account }) => {
      accountOf(bank, account).state = 'inactive'
    },
    manners: (body) => {
      Object.assign(teller.sender.manners, body)
    },
    flush: () => teller.sender.flush(),
  }
}

/** By its key or its currency. */
function accountOf(bank: ToBank, of: unknown): Account {
  const found = bank().account(of) ?? bank().state.accounts.find(({ currency }) => currency === of)
  if (!found) throw new Error(`There is no account ${String(of)}`)
  return found
}

function paymentOf(bank: ToBank, id: unknown): Transaction {
  const found = bank().state.transactions.find((one) => one.id === id)
  if (!found) throw new Error(`There is no payment ${String(id)}`)
  return found
}

function draftOf(bank: ToBank, id: unknown) {
  const found = bank().state.drafts.find((one) => one.id === id)
  if (!found) throw new Error(`There is no draft ${String(id)}`)
  return found
}

const textOr = (value: unknown, usual: string): string => (typeof value === 'string' ? value : usual)
const created = (body: Body) => (typeof body.at === 'string' ? { createdAt: body.at } : {})

/** Somebody pays the business: `account`, `amountMinor`, `name`, `reference`, `at`. */
function receive(bank: ToBank, body: Body) {
  const account = accountOf(bank, body.account ?? 'EUR')
  const name = textOr(body.name, 'Cliente')
  const leg = bank().leg(account, Number(body.amountMinor), `Payment from ${name}`, {
    counterparty: { account_type: 'external' },
  })
  const reference = typeof body.reference === 'string' ? body.reference : null
  const { id } = bank().makeCompleted({ type: 'topup', reference, legs: [leg], ...created(body) })
  return { id }
}

/** Somebody pays with a card of the business, in its currency or `currency`; it is booked by the next `work`. */
function cardPayment(bank: ToBank, body: Body) {
  const account = accountOf(bank, body.account ?? 'EUR')
  const currency = textOr(body.currency, account.currency)
  const spent = Number(body.amountMinor)
  const rate = rateBetween(bank().state.rates, account.currency, currency) ?? '1'
  const isForeign = currency !== account.currency
  const minor = isForeign ? sold(spent, { from: account.currency, to: currency, rate }) : spent
  const name = textOr(body.merchant, 'Comercio')
  const leg = bank().leg(account, -minor, name, { bill: isForeign ? { minor: -spent, currency } : null })
  const { id } = bank().make({
    type: 'card_payment',
    requestId: `REVP:${bank().key()}`,
    merchant: { name, city: 'Madrid', category_code: textOr(body.category, '5812'), country: 'ESP' },
    card: { id: CARD, card_number: '516760******1332' },
    legs: [leg],
    ...created(body),
  })
  return { id }
}

const CARD = '2b1a31bc-4795-4f95-b939-ae9cf911dc6e'

/** A payment by card is booked with another amount than was asked for first. */
function changeAmount(bank: ToBank, { id, amountMinor }: Body): void {
  const one = paymentOf(bank, id)
  const [leg] = one.legs
  if (one.state !== 'pending' || !leg) throw new Error('Only what is pending may change')
  leg.amountMinor = -Math.abs(Number(amountMinor))
  one.updatedAt = bank().stamp()
}

/** What was paid comes back days later, as a transaction of its own. */
function returnPayment(bank: ToBank, { id }: Body) {
  const one = paymentOf(bank, id)
  const [leg] = one.legs
  if (one.state !== 'completed' || !leg) throw new Error('Only what was paid comes back')
  const back = bank().leg(
    accountOf(bank, leg.accountId),
    -leg.amountMinor,
    leg.description.replace(/^To/, 'From')
  )
  const made = bank().makeCompleted({
    type: 'topup_return',
    relatedId: one.id,
    reasonCode: 'beneficiary_account_closed',
    reference: one.reference,
    legs: [back],
  })
  return { id: made.id }
}

/** Somebody says no to a draft. */
export function declineDraft(bank: ToBank, id: unknown): void {
  for (const payment of draftOf(bank, id).payments)
    Object.assign(payment, { state: 'DECLINED', reason: 'declined_by_approver' })
}

export function approveDraft(bank: ToBank, id: unknown) {
  const draft = draftOf(bank, id)
  const ids: string[] = []
  for (const payment of draft.payments) {
    if (payment.state !== 'CREATED') continue
    const priced = priceOf(bank, {
      account_id: payment.accountId,
      receiver: payment.receiver,
      amount: majorOf(payment.amountMinor, payment.currency),
      currency: payment.currency,
    })
    payment.state = 'PENDING'
    ids.push(pay(bank, priced, { reference: payment.reference, draftId: draft.id }).id)
  }
  return { ids }
}
