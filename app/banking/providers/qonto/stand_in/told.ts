import { uuidOf } from '#app/banking/providers/qonto/client'
import type {
  PlayedAccount,
  PlayedBeneficiary,
  PlayedBulk,
  PlayedInternal,
  PlayedSubscription,
  PlayedTransaction,
  PlayedTransfer,
  QontoState,
} from '#app/banking/providers/qonto/stand_in/state'
import { currencyExponent, decimalText } from '#app/kernel/money/money'

/** Euros as the service writes them beside the cents. */
const euros = (cents: number): number => Number(decimalText(cents, 'EUR'))

const organisationId = (state: QontoState) => uuidOf(`${state.slug} organisation`)
const memberId = (state: QontoState) => uuidOf(`${state.slug} member`)

export const toldOrganisation = (state: QontoState) => ({
  id: organisationId(state),
  slug: state.slug,
  name: state.name,
  legal_name: state.name,
  locale: 'es',
  legal_country: 'ES',
  bank_accounts: state.accounts.map((account) => toldAccount(state, account)),
})

export const toldAccount = (state: QontoState, account: PlayedAccount) => ({
  id: account.id,
  slug: `${state.slug}-${state.accounts.indexOf(account) + 1}`,
  name: account.name,
  status: account.status,
  main: account.isMain,
  organization_id: organisationId(state),
  iban: account.iban,
  bic: account.bic,
  currency: 'EUR',
  balance: euros(account.balanceCents),
  balance_cents: account.balanceCents,
  authorized_balance: euros(account.authorizedCents),
  authorized_balance_cents: account.authorizedCents,
  is_external_account: false,
  account_number: null,
  updated_at: account.updatedAt,
})

/** Parties are told under the kind of operation that they are of. */
const PARTY_MEMBERS = ['transfer', 'income', 'swift_income', 'direct_debit'] as const

export function toldTransaction(state: QontoState, one: PlayedTransaction, withAttachments = false) {
  const member = PARTY_MEMBERS.find((name) => name === one.operationType)
  const local = one.local ?? { minor: one.cents, currency: 'EUR' }
  return {
    id: one.id,
    transaction_id: `${state.slug}-transaction-${one.id.slice(0, 8)}`,
    amount: euros(one.cents),
    amount_cents: one.cents,
    settled_balance: one.settledBalanceCents === null ? null : euros(one.settledBalanceCents),
    settled_balance_cents: one.settledBalanceCents,
    local_amount: Number(decimalText(local.minor, local.currency)),
    ...(currencyExponent(local.currency) === 2 ? { local_amount_cents: local.minor } : {}),
    side: one.side,
    operation_type: one.operationType,
    currency: 'EUR',
    local_currency: local.currency,
    label: one.label,
    clean_counterparty_name: one.label,
    settled_at: one.settledAt,
    emitted_at: one.emittedAt,
    created_at: one.emittedAt,
    updated_at: one.updatedAt,
    status: one.status,
    note: one.note,
    reference: one.reference,
    vat_amount: null,
    vat_amount_cents: null,
    vat_rate: null,
    initiator_id: one.side === 'debit' ? memberId(state) : null,
    label_ids: [],
    attachment_ids: one.attachments.map(({ id }) => id),
    attachment_lost: false,
    attachment_required: one.side === 'debit',
    card_last_digits: one.operationType === 'card' ? '4821' : null,
    category: one.category,
    subject_type: one.operationType === 'income' ? 'Income' : 'Transfer',
    bank_account_id: one.accountId,
    is_external_transaction: false,
    ...(member
      ? {
          [member]: {
            counterparty_account_number: one.counterpartyIban,
            counterparty_account_number_format: one.counterpartyIban === null ? null : 'IBAN',
            counterparty_bank_identifier: null,
            counterparty_bank_identifier_format: null,
          },
        }
      : {}),
    ...(withAttachments
      ? { attachments: one.attachments.map(({ id, fileName }) => ({ id, file_name: fileName })) }
      : {}),
  }
}

export const toldBeneficiary = (one: PlayedBeneficiary) => ({
  id: one.id,
  name: one.name,
  iban: one.iban,
  bic: one.bic,
  currency: 'EUR',
  email: one.email,
  activity_tag: 'other_service',
  status: one.status,
  trusted: one.isTrusted,
  created_at: one.createdAt,
  updated_at: one.updatedAt,
})

export const toldTransfer = (state: QontoState, one: PlayedTransfer) => ({
  id: one.id,
  initiator_id: memberId(state),
  bank_account_id: one.accountId,
  beneficiary_id: one.beneficiaryId,
  amount: euros(one.cents),
  amount_cents: one.cents,
  amount_currency: 'EUR',
  status: one.status,
  reference: one.reference,
  note: one.note,
  scheduled_date: one.scheduledDate,
  created_at: one.createdAt,
  updated_at: one.updatedAt,
  processed_at: one.processedAt,
  completed_at: one.completedAt,
  transaction_id: one.transactionId,
  recurring_transfer_id: null,
  declined_reason: one.declinedReason,
})

/** What waits is not listed: an item is told once it is a transfer or has failed. */
export function toldBulk(state: QontoState, one: PlayedBulk) {
  const done = one.items.filter(({ transferId }) => transferId !== null)
  const failed = one.items.filter(({ errors }) => errors !== null)
  return {
    id: one.id,
    initiator_id: memberId(state),
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    total_count: one.items.length,
    completed_count: done.length,
    pending_count: one.items.length - done.length - failed.length,
    failed_count: failed.length,
    results: [...done, ...failed].map(({ clientId, transferId, errors }) => ({
      client_transfer_id: clientId,
      transfer_id: transferId,
      status: errors === null ? 'completed' : 'failed',
      errors,
    })),
  }
}

export const toldInternal = (state: QontoState, one: PlayedInternal) => ({
  id: one.id,
  slug: `${state.slug}-transfer-${state.internals.indexOf(one) + 1}`,
  reference: one.reference,
  amount: euros(one.cents),
  amount_cents: one.cents,
  amount_currency: 'EUR',
  status: one.status,
  created_at: one.createdAt,
})

/** The secret is told once, to whoever made the subscription. */
export const toldSubscription = (
  state: QontoState,
  one: PlayedSubscription,
  secret: string | null = null
) => ({
  id: one.id,
  organization_id: organisationId(state),
  membership_id: memberId(state),
  callback_url: one.url,
  types: one.types,
  description: one.description,
  secret,
  created_at: one.createdAt,
  updated_at: one.createdAt,
})

/** A piece of news about a movement. */
export const toldEvent = (
  state: QontoState,
  one: PlayedTransaction,
  { id, subscriptionId, event, at }: { id: string; subscriptionId: string; event: string; at: string }
) => ({
  id,
  subscription_id: subscriptionId,
  organization_id: organisationId(state),
  membership_id: memberId(state),
  type: 'v1/transactions',
  created_at: at,
  data: {
    event,
    id: one.id,
    transaction_id: `${state.slug}-transaction-${one.id.slice(0, 8)}`,
    amount: euros(one.cents),
    currency: 'EUR',
    side: one.side,
    status: one.status,
    operation_type: one.operationType,
    bank_account_id: one.accountId,
    settled_balance: one.settledBalanceCents === null ? null : euros(one.settledBalanceCents),
    label: one.label,
    reference: one.reference,
    settled_at: one.settledAt,
    emitted_at: one.emittedAt,
    updated_at: one.updatedAt,
  },
})
