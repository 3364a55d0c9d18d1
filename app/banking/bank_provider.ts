import type { Quote, TransferGateway } from '#app/banking/gateway/transfer_gateway'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection, ConnectorProvider, ProviderEvent } from '#app/connectors/provider'
import type { StandIn } from '#app/connectors/stand_in/stand_in_server'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type AccountKind = 'bank' | 'balance' | 'wallet' | 'card_balance'

/** An account at a provider as it tells it now. Amounts in minor units of its currency; null when it does not tell. */
export type FeedAccount = {
  externalId: string
  kind: AccountKind
  name: string
  iban: string | null
  bic: string | null
  /** Number, routing code and holder of an account without IBAN, by label, for people. */
  details: Readonly<Record<string, string>>
  currency: string
  balanceMinor: number
  availableMinor: number | null
  pendingMinor: number | null
  isClosed: boolean
  isMain: boolean
}

export type MovementStatus = 'pending' | 'booked' | 'reversed' | 'declined'

export type MovementType =
  | 'transfer'
  | 'card'
  | 'direct_debit'
  | 'payout'
  | 'fee'
  | 'refund'
  | 'conversion'
  | 'payin'
  | 'chargeback'
  | 'adjustment'
  | 'interest'
  | 'tax'
  | 'other'

/** A movement of an account as the provider tells it now; amounts signed, negative a charge, in minor units. */
export type FeedMovement = {
  /** Unique within the connection, for good; the fee of a movement that is charged apart has one of its own. */
  externalId: string
  accountExternalId: string
  amountMinor: number
  currency: string
  /** The same in the currency of the other side, where that is another. */
  local: { minor: number; currency: string } | null
  status: MovementStatus
  /** The provider's word for its state. */
  providerStatus: string
  type: MovementType
  counterpartyName: string | null
  counterpartyIban: string | null
  /** What people read: reference, label and note, in the provider's order. */
  text: string
  reference: string | null
  endToEndId: string | null
  /** The provider's key of the transfer that it executes, by which an order of ours is known. */
  transferRef: string | null
  /** The movement whose fee this is, where the provider charges it apart. */
  parentExternalId: string | null
  /** The number of an order of ours, where the provider's movement carries it. */
  orderNumber: string | null
  bookedOn: CalendarDate | null
  valueOn: CalendarDate | null
  /** When it came up (ISO): movements of a day stand in this order. */
  occurredAt: string
  /** Balance after it; null when the provider does not tell. */
  balanceAfterMinor: number | null
  category: string | null
  attachments: readonly { externalId: string; name: string }[]
  /** The object as it was read, without secrets. */
  raw: unknown
}

/** How far the movements of an account are to be read. */
export type ReadFrom = {
  account: FeedAccount
  /** ISO: everything that changed or came up since, whatever was read before. */
  since: string
  /** ISO: not beyond it; null for now. */
  until: string | null
}

export type BankFeed = {
  accounts: (connection: Connection, client: ProviderClient) => Promise<FeedAccount[]>
  /** Page by page, complete or thrown: a page that does not come is NoAnswer, never an early end. */
  movements: (connection: Connection, client: ProviderClient, from: ReadFrom) => AsyncIterable<FeedMovement[]>
  /**
   * A movement or transfer that a webhook named, read again: what of it there is now. Empty when the provider does not know
   * it; `isThere` where it does and there is nothing to keep of it.
   */
  readAgain: (
    connection: Connection,
    client: ProviderClient,
    event: Pick<ProviderEvent, 'objectKind' | 'objectId'>
  ) => Promise<{ movements: FeedMovement[]; transferRefs: string[]; isThere?: boolean }>
}

/** Somebody a provider can pay, as it has them. */
export type Beneficiary = {
  externalId: string
  name: string
  iban: string | null
  bic: string | null
  email: string | null
  currency: string
  country: string | null
  /** Labels and values for people, account numbers masked: «Número de cuenta: •••• 4821». */
  details: Readonly<Record<string, string>>
  /** The end of its account: «•••• 4821». */
  account: string
  /** Paid without a signature at the provider. */
  isTrusted: boolean
  status: 'pending' | 'active' | 'blocked' | 'deleted'
}

/** A field that a provider asks of a beneficiary of a currency and country. */
export type BeneficiaryField = {
  /** Its path in the provider's request: `details.legalType`, `iban`. */
  key: string
  /** Spanish where we know the word, else the provider's. */
  label: string
  kind: 'text' | 'select' | 'date'
  isNeeded: boolean
  /** Its value decides which others there are: the fields are asked for anew. */
  changesOthers: boolean
  options: readonly { value: string; label: string }[]
  example: string | null
  minLength: number | null
  maxLength: number | null
  /** A regular expression that the provider tells. */
  pattern: string | null
}

export type BeneficiaryForm = {
  /** The kinds of account for this currency (`iban`, `sort_code`, `aba`); the first unless chosen. */
  kinds: readonly { code: string; title: string; fields: readonly BeneficiaryField[] }[]
}

export type WantedBeneficiary = {
  currency: string
  country: string | null
  kind: string
  name: string
  email: string | null
  values: Readonly<Record<string, string>>
}

export type Beneficiaries = {
  list: (connection: Connection, client: ProviderClient) => Promise<Beneficiary[]>
  form: (
    connection: Connection,
    client: ProviderClient,
    wanted: Pick<WantedBeneficiary, 'currency' | 'country'> &
      Partial<Pick<WantedBeneficiary, 'kind' | 'values'>>
  ) => Promise<BeneficiaryForm>
  /** `fieldErrors` by the key of its field, in the provider's words where we know none. */
  create: (
    connection: Connection,
    client: ProviderClient,
    wanted: WantedBeneficiary
  ) => Promise<
    | { kind: 'made'; beneficiary: Beneficiary }
    | { kind: 'refused'; message: string; fieldErrors: Readonly<Record<string, string>> }
  >
  remove?: (connection: Connection, client: ProviderClient, externalId: string) => Promise<void>
}

/** Exactly one amount is given, in minor units of its currency. */
export type WantedQuote = {
  sourceCurrency: string
  targetCurrency: string
  sourceMinor: number | null
  targetMinor: number | null
  /** The beneficiary that it is for, where the provider's price depends on it. */
  beneficiaryExternalId: string | null
  /** The account that is charged, as the provider calls it. */
  accountExternalId: string | null
}

export type Quotes = {
  /** What a payment or an exchange would cost now. */
  create: (
    connection: Connection,
    client: ProviderClient,
    wanted: WantedQuote
  ) => Promise<
    | {
        kind: 'quoted'
        quote: Quote /** For reports: the rate of the market at that moment. */
        marketRate: string | null
      }
    | { kind: 'refused'; message: string }
  >
  /** Pairs are asked for freely; this is what the form offers. */
  currencies: readonly string[]
}

/** A page or tab that a provider has beside those that all have. */
export type BankPage =
  | 'virtual'
  | 'beneficiaries'
  | 'quotes'
  | 'recipients'
  | 'transfer'
  | 'generate'
  | 'documentation'
  | 'payment'
  | 'report'

/** A word of the provider for what a payment is for, asked of those that go to a country in a currency. */
export type Purpose = { country: string; currency: string; code: string; title: string }

/** A bank or payment service: what the frame knows of it, and what banking does. */
export type BankProvider = {
  connector: ConnectorProvider
  /** The code that accounts carry (`bank_accounts.provider_code`). */
  accountCode: string
  pages: readonly BankPage[]
  feed: BankFeed
  /** The way out of one account of a connection; null where the connection may only read. */
  gateway: ((connection: Connection, client: ProviderClient) => TransferGateway) | null
  beneficiaries: Beneficiaries | null
  quotes: Quotes | null
  /** What the provider asks a payment to be for, by its own word; empty where it asks for nothing. */
  purposes?: (connection: Connection, client: ProviderClient) => Promise<readonly Purpose[]>
  /** The steps of connecting, for the page of its documentation: Spanish, in order. */
  steps: readonly { title: string; text: string }[]
  /** The service as it is played on this machine, for the demo; absent where nobody plays it. */
  played?: () => Promise<PlayedBank>
}

/** A service that is played, before it remembers anything. */
export type PlayedBank = {
  standIn: StandIn
  /** Somebody consents at it: the code that gives tokens; null where credentials are all there is. */
  consentCode: () => string | null
  /** What its connections say of it in their settings, by what it remembers now. */
  settings: () => Record<string, unknown>
}

/** Whether a payment may be left at a bank as a draft that somebody sends in its own pages. */
export const hasDrafts = ({ pages }: Pick<BankProvider, 'pages'>): boolean => pages.includes('payment')

const banks = new Map<string, BankProvider>()

/** Makes a bank known: once, at boot. */
export function registerBank(bank: BankProvider): void {
  banks.set(bank.connector.code, bank)
}

/** Every bank that connections lead to. */
export const allBanks = (): readonly BankProvider[] => [...banks.values()]

/** By the code of its provider; null for a provider that is no bank. */
export const bankOf = (code: string): BankProvider | null => banks.get(code) ?? null
