import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { type BankProvider, registerBank } from '#app/banking/bank_provider'
import {
  type Authorisation,
  type GatewayCapabilities,
  GatewayUnavailable,
  type KnownTransfer,
  type Quote,
  type Submission,
  type SubmitAnswer,
  type Transfer,
  type TransferGateway,
} from '#app/banking/gateway/transfer_gateway'
import { registerProvider } from '#app/connectors/provider'
import { execute, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { makePaymentStage, type PaymentStage } from '#tests/factories/payments'

const CODE = 'paybank'

type How = 'submit' | 'bulk' | 'resume'

/** A bank that takes payments by a connection and answers what a trial wants of it; it keeps what it took. */
export class PayingBank {
  /** What it was asked, in order. */
  asked: { how: How; key: string; numbers: string[]; token: string | null }[] = []
  held: KnownTransfer[] = []
  answer: (transfer: Transfer, how: How) => SubmitAnswer = (transfer) => this.take(transfer)
  /** Ends the process that asks: before the bank has anything, or after it has all of it. */
  dies: 'never' | 'before' | 'after' = 'never'
  takesBulk = false
  /** What becomes of a transfer that is to be cancelled. */
  cancels: 'cancelled' | 'goes_on' | 'no_answer' = 'cancelled'
  /** What it was asked to cancel, in order. */
  cancellations: string[] = []
  /** Keys of submissions that it has: the same again makes nothing new. */
  keys = new Set<string>()
  capabilities: Partial<GatewayCapabilities> = {}

  take(transfer: Transfer, some: Partial<KnownTransfer> = {}): SubmitAnswer {
    const known: KnownTransfer = {
      ref: `T-${transfer.orderNumber}-${this.held.length}`,
      orderNumber: transfer.orderNumber,
      amountMinor: transfer.amountMinor,
      currency: transfer.currency,
      payee: { iban: null, externalId: null, email: null },
      state: 'processing',
      providerStatus: 'pending',
      on: null,
      code: null,
      message: null,
      authorisation: null,
      ...some,
    }
    this.held.push(known)
    return { kind: 'taken', httpStatus: 200, transfer: known }
  }

  /** What became of a transfer at the bank. */
  become(orderNumber: string, some: Partial<KnownTransfer>): void {
    this.held = this.held.map((known) => (known.orderNumber === orderNumber ? { ...known, ...some } : known))
  }

  countOf = (orderNumber: string) => this.held.filter((known) => known.orderNumber === orderNumber).length

  gateway(): TransferGateway {
    return {
      name: CODE,
      title: 'Probanco',
      capabilities: {
        concurrency: 1,
        batchMax: 400,
        canCancel: true,
        canConfirmPayee: false,
        instant: true,
        payees: ['iban', 'beneficiary'],
        currencies: null,
        quotes: true,
        attachmentAboveMinor: null,
        ...this.capabilities,
      },
      idempotencyWindowSeconds: 1800,
      submit: async (transfer, key) => this.#answers('submit', [{ transfer, key }], key)[0] ?? lost,
      ...(this.takesBulk
        ? { submitBulk: async (all: readonly Submission[], key: string) => this.#answers('bulk', all, key) }
        : {}),
      resume: async (all, key, { token }) => this.#answers('resume', all, key, token),
      findSubmission: async ({ orderNumber }) =>
        this.held.filter((known) => known.orderNumber === orderNumber),
      getStatus: async (ref) => this.held.find((known) => known.ref === ref) ?? null,
      cancel: async (ref) => {
        this.cancellations.push(ref)
        const known = this.held.find((one) => one.ref === ref)
        if (!known || this.cancels === 'no_answer') throw new GatewayUnavailable(`No transfer ${ref}`)
        if (this.cancels === 'goes_on') return known
        return { ...known, state: 'cancelled', providerStatus: 'cancelled' }
      },
      confirmPayee: async () => {
        throw new Error('It does not ask')
      },
    }
  }

  #answers(how: How, all: readonly Submission[], key: string, token: string | null = null): SubmitAnswer[] {
    this.asked.push({ how, key, numbers: all.map(({ transfer }) => transfer.orderNumber), token })
    if (this.dies === 'before') throw new Error('The process is killed')
    const answers = all.map(({ transfer }) => this.#once(transfer, how))
    if (this.dies === 'after') throw new Error('The process is killed')
    return answers
  }

  /** By the number of the order, as by a key that is remembered. */
  #once(transfer: Transfer, how: How): SubmitAnswer {
    const known = this.held.find(({ orderNumber }) => orderNumber === transfer.orderNumber)
    return known ? { kind: 'taken', httpStatus: 200, transfer: known } : this.answer(transfer, how)
  }
}

const lost: SubmitAnswer = { kind: 'unknown', httpStatus: null, reason: 'Nothing' }

const banks = new Map<number, PayingBank>()

const provider: BankProvider = {
  connector: {
    code: CODE,
    title: 'Probanco',
    path: '/paybanks',
    addresses: { live: 'https://bank.invalid', sandbox: 'https://bank.invalid' },
    credentials: [],
    limits: [],
    authorise: () => ({}),
    test: async () => ({ found: [], missing: [] }),
    webhooks: { answerWithinMs: 1000, read: () => null },
  },
  accountCode: 'qonto',
  pages: [],
  feed: {
    accounts: async () => [],
    async *movements() {},
    readAgain: async () => ({ movements: [], transferRefs: [] }),
  },
  gateway: ({ id }) => (banks.get(id) ?? new PayingBank()).gateway(),
  beneficiaries: null,
  quotes: null,
  steps: [],
}

/** Somebody is asked to say yes. */
export const asking = (some: Partial<Authorisation> = {}): SubmitAnswer => ({
  kind: 'authorise',
  httpStatus: 428,
  authorisation: {
    url: 'https://bank.invalid/sign',
    instruction: 'Abra Probanco y firme la transferencia.',
    expiresAt: null,
    token: 'ficha-canario-4821',
    ...some,
  },
})

export type PayingStage = PaymentStage & { connectorId: number; bank: PayingBank }

let sequence = 0

/** The payment stage with its account on an active connection to a bank of its own. */
export async function makePayingStage(): Promise<PayingStage> {
  registerProvider(provider.connector)
  registerBank(provider)
  const stage = await makePaymentStage()
  sequence++
  const { id: connectorId } = await oneRow<{ id: number }>(
    `insert into connectors (provider, site_id, label, base_url, environment, webhook_token, credentials, status)
     values ('${CODE}', :siteId, :label, 'http://127.0.0.1:9', 'sandbox_local', :token, 'x', 'active') returning id`,
    {
      siteId: stage.siteId,
      label: `Prueba ${sequence}`,
      token: `pay-${stage.siteId}-${sequence}`.padEnd(43, 'x'),
    }
  )
  const bank = new PayingBank()
  banks.set(connectorId, bank)
  await hangOn({ connectorId, accountId: stage.accountId, ref: 'ACC-1', currency: 'EUR' })
  return { ...stage, connectorId, bank }
}

type Hung = { connectorId: number; accountId: number; ref: string; currency: string }

async function hangOn({ connectorId, accountId, ref, currency }: Hung): Promise<void> {
  await execute(`update bank_accounts set connector_id = :connectorId where id = :accountId`, {
    connectorId,
    accountId,
  })
  await execute(
    `insert into provider_accounts (connector_id, external_id, kind, name, currency, balance_minor, balance_at, bank_account_id, linked_at)
     values (:connectorId, :ref, 'balance', :ref, :currency, 0, now(), :accountId, now())`,
    { connectorId, accountId, ref, currency }
  )
}

/** A further account of the company on the same connection, without IBAN, with 10.000,00 of its currency. */
export async function openBalance({ siteId, connectorId }: PayingStage, currency: string): Promise<number> {
  const accountId = await openBankAccount(
    {
      siteId,
      name: `Saldo en ${currency}`,
      kind: 'wallet',
      providerCode: 'manual',
      currency,
      iban: null,
      openedOn: calendarDate('2026-03-10'),
      openingBalanceMinor: 1_000_000,
    },
    SYSTEM
  )
  await hangOn({ connectorId, accountId, ref: `BAL-${currency}`, currency })
  return accountId
}

type Offered = { sourceMinor: number; targetMinor: number; feeMinor?: number; target?: string }

/** A quote of the bank from euros. */
export const quoted = ({ sourceMinor, targetMinor, feeMinor = 0, target = 'USD' }: Offered): Quote => ({
  externalId: `Q-${++sequence}`,
  source: { minor: sourceMinor, currency: 'EUR' },
  target: { minor: targetMinor, currency: target },
  feeMinor,
  rate: '1.1',
  deliveryOn: null,
  expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
})

/** The same, on record. */
export async function keepQuote({ connectorId }: PayingStage, offered: Offered): Promise<number> {
  const { externalId, source, target, feeMinor, expiresAt } = quoted(offered)
  const { id } = await oneRow<{ id: number }>(
    `insert into provider_quotes (connector_id, external_id, source_minor, source_currency, target_minor, target_currency, rate, fee_minor, expires_at)
     values (:connectorId, :externalId, :sourceMinor, :sourceCurrency, :targetMinor, :targetCurrency, '1.1', :feeMinor, :expiresAt) returning id`,
    {
      connectorId,
      externalId,
      sourceMinor: source.minor,
      sourceCurrency: source.currency,
      targetMinor: target.minor,
      targetCurrency: target.currency,
      feeMinor,
      expiresAt,
    }
  )
  return id
}

type Known = {
  currency?: string
  iban?: string | null
  country?: string | null
  isVerified?: boolean
  /** Long enough ago for its wait to be over, unless told. */
  verifiedHoursAgo?: number
  providerBankId?: number | null
}

/** Somebody whom the bank has to be paid, verified by another than who made it. */
export async function makeBeneficiary(
  { connectorId, creator, person }: PayingStage,
  {
    currency = 'USD',
    iban = null,
    country = null,
    isVerified = true,
    verifiedHoursAgo = 300,
    providerBankId = null,
  }: Known = {}
): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into provider_beneficiaries (connector_id, external_id, name, iban, currency, country, account, status, provider_bank_id, created_by, verified_by, verified_at)
     values (:connectorId, :ref, 'Acme Inc', :iban, :currency, :country, '•••• 4821', 'active', :providerBankId, :createdBy, :verifiedBy, case when :isVerified then now() - make_interval(hours => :verifiedHoursAgo) end) returning id`,
    {
      connectorId,
      ref: `B-${++sequence}`,
      iban,
      currency,
      country,
      verifiedHoursAgo,
      providerBankId,
      createdBy: creator.id,
      verifiedBy: isVerified ? person.id : null,
      isVerified,
    }
  )
  return id
}
