import { majorOf } from '#app/banking/providers/revolut/money'
import type {
  Account,
  Draft,
  FailedEvent,
  Hook,
  Leg,
  Transaction,
} from '#app/banking/providers/revolut/stand_in/state'
import type { StandInAnswer } from '#app/connectors/stand_in/stand_in_requests'

/** Members that are not there rather than null, as Revolut writes. */
export function present(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== undefined))
}

export const ok = (json: unknown): StandInAnswer => ({ status: 200, json })
export const noContent = (): StandInAnswer => ({ status: 204 })
export const refuse = (status: number, code: number, message: string, more = {}): StandInAnswer => ({
  status,
  json: { code, message, ...more },
})

export const money = (minor: number, currency: string) => ({ amount: majorOf(minor, currency), currency })

export const accountJson = (account: Account) => ({
  id: account.id,
  name: account.name,
  balance: majorOf(account.balanceMinor, account.currency),
  currency: account.currency,
  state: account.state,
  public: false,
  created_at: account.createdAt,
  updated_at: account.createdAt,
})

export const bankDetailsJson = (account: Account) =>
  present({
    iban: account.iban,
    bic: account.bic,
    account_no: account.accountNo,
    sort_code: account.sortCode,
    routing_number: account.routingNumber,
    beneficiary: account.holder,
    beneficiary_address: {
      street_line1: 'Konstitucijos pr. 21B',
      city: 'Vilnius',
      country: 'LT',
      postcode: '08130',
    },
    bank_country: account.iban?.slice(0, 2) ?? (account.currency === 'USD' ? 'US' : 'GB'),
    pooled: false,
    schemes:
      account.currency === 'EUR'
        ? ['sepa', 'swift']
        : account.currency === 'GBP'
          ? ['faster_payments']
          : ['swift'],
    estimated_time: { unit: 'days', min: 0, max: 1 },
  })

const legJson = (leg: Leg) =>
  present({
    leg_id: leg.legId,
    account_id: leg.accountId,
    amount: majorOf(leg.amountMinor, leg.currency),
    fee: leg.feeMinor === 0 ? null : majorOf(leg.feeMinor, leg.currency),
    currency: leg.currency,
    bill_amount: leg.bill && majorOf(leg.bill.minor, leg.bill.currency),
    bill_currency: leg.bill?.currency,
    counterparty: leg.counterparty,
    description: leg.description,
    balance: leg.balanceMinor === null ? null : majorOf(leg.balanceMinor, leg.currency),
  })

export const transactionJson = (one: Transaction) =>
  present({
    id: one.id,
    type: one.type,
    state: one.state,
    request_id: one.requestId,
    reason_code: one.reasonCode,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    completed_at: one.completedAt,
    related_transaction_id: one.relatedId,
    reference: one.reference,
    merchant: one.merchant,
    card: one.card,
    legs: one.legs.map(legJson),
  })

/** What is answered to who makes one. */
export const takenJson = ({ id, state, createdAt, completedAt }: Transaction) =>
  present({ id, state, created_at: createdAt, completed_at: completedAt })

export const draftJson = ({ title, scheduledFor, payments }: Draft) =>
  present({
    title,
    scheduled_for: scheduledFor,
    source: 'api',
    payments: payments.map((one) =>
      present({
        id: one.id,
        amount: money(one.amountMinor, one.currency),
        currency: one.currency,
        account_id: one.accountId,
        receiver: one.receiver,
        state: one.state,
        reason: one.reason,
        reference: one.reference,
        current_charge_options: {
          from: money(one.amountMinor, one.currency),
          to: money(one.amountMinor, one.currency),
        },
      })
    ),
  })

export const hookJson = ({ id, url, events }: Hook) => ({ id, url, events })
export const hookWithSecret = (hook: Hook) => ({
  ...hookJson(hook),
  signing_secret: hook.secrets[0]?.secret ?? '',
})

export const failedJson = ({ id, at, hookId, url, payload }: FailedEvent) => ({
  id,
  created_at: at,
  updated_at: at,
  webhook_id: hookId,
  webhook_url: url,
  payload,
  last_sent_date: at,
})
