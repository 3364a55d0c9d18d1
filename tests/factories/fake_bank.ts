import {
  type BankProvider,
  type Beneficiary,
  type FeedAccount,
  type FeedMovement,
  type Purpose,
  registerBank,
} from '#app/banking/bank_provider'
import { type ProviderEvent, registerProvider } from '#app/connectors/provider'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { makeBankAccount, makeIban, makeSite } from '#tests/factories/books'

/** What a bank that is no real one has to tell of one connection. */
export type World = {
  accounts: FeedAccount[]
  movements: FeedMovement[]
  beneficiaries: Beneficiary[]
  /** What it asks payments to be for. */
  purposes: Purpose[]
  pageSize: number
  /** Called before each page: trials stop a reading there. */
  beforePage: (page: number) => Promise<void>
  /** Since when each reading of movements asked. */
  asked: string[]
  /** How often the accounts were asked for. */
  accountsAsked: number
  /** What could not be delivered, and since when that was asked. */
  missed: ProviderEvent[]
  missedAsked: string[]
  transferRefs: string[]
}

const CODE = 'fakebank'
const worlds = new Map<number, World>()

/** The world of a connection. */
export function worldOf(connectorId: number): World {
  const found = worlds.get(connectorId)
  if (!found) throw new Error(`No world of ${connectorId}`)
  return found
}

const fakeBank: BankProvider = {
  connector: {
    code: CODE,
    title: 'Banco de prueba',
    path: '/fakebanks',
    addresses: { live: 'https://bank.invalid', sandbox: 'https://bank.invalid' },
    credentials: [],
    limits: [],
    authorise: () => ({}),
    test: async () => ({ found: [], missing: [] }),
    webhooks: {
      answerWithinMs: 1000,
      read: () => null,
      missed: async ({ id }, _client, _subscriptionId, since) => {
        worldOf(id).missedAsked.push(since.toISOString())
        return worldOf(id).missed
      },
    },
  },
  accountCode: 'qonto',
  pages: [],
  feed: {
    accounts: async ({ id }) => {
      worldOf(id).accountsAsked++
      return structuredClone(worldOf(id).accounts)
    },
    async *movements({ id }, _client, { account, since }) {
      const world = worldOf(id)
      world.asked.push(since)
      const told = world.movements.filter(
        (one) => one.accountExternalId === account.externalId && one.occurredAt >= since
      )
      for (let from = 0; from < told.length || from === 0; from += world.pageSize) {
        await world.beforePage(from / world.pageSize)
        yield structuredClone(told.slice(from, from + world.pageSize))
      }
    },
    readAgain: async ({ id }, _client, { objectId }) => ({
      movements: structuredClone(worldOf(id).movements.filter(({ externalId }) => externalId === objectId)),
      transferRefs: worldOf(id).transferRefs,
    }),
  },
  gateway: null,
  beneficiaries: {
    list: async ({ id }) => structuredClone(worldOf(id).beneficiaries),
    form: async () => ({ kinds: [] }),
    create: async () => ({ kind: 'refused', message: 'No', fieldErrors: {} }),
  },
  quotes: null,
  purposes: async ({ id }) => structuredClone(worldOf(id).purposes),
  steps: [],
}

/** Makes the bank known: more than once does no harm. */
export function registerFakeBank(): void {
  registerProvider(fakeBank.connector)
  registerBank(fakeBank)
}

export const MAIN = 'ACC-1'

/** An account of the bank with an IBAN, empty unless told. */
export const feedAccount = (some: Partial<FeedAccount> = {}): FeedAccount => ({
  externalId: MAIN,
  kind: 'bank',
  name: 'Cuenta principal',
  iban: null,
  bic: null,
  details: {},
  currency: 'EUR',
  balanceMinor: 0,
  availableMinor: null,
  pendingMinor: null,
  isClosed: false,
  isMain: true,
  ...some,
})

/** A booked transfer of a day. */
export const feedMovement = (some: Partial<FeedMovement> & { externalId: string }): FeedMovement => {
  const day = some.bookedOn ?? calendarDate('2026-11-20')
  return {
    accountExternalId: MAIN,
    amountMinor: -1000,
    currency: 'EUR',
    local: null,
    status: 'booked',
    providerStatus: 'completed',
    type: 'transfer',
    counterpartyName: null,
    counterpartyIban: null,
    text: 'Transferencia',
    reference: null,
    endToEndId: null,
    transferRef: null,
    parentExternalId: null,
    orderNumber: null,
    bookedOn: day,
    valueOn: day,
    occurredAt: `${day}T10:00:00.000Z`,
    balanceAfterMinor: null,
    category: null,
    attachments: [],
    raw: { id: some.externalId },
    ...some,
  }
}

export type Connected = {
  connectorId: number
  siteId: number
  bankAccountId: number
  world: World
}

let sequence = 0

/** An active connection of a new company to the bank, and an account of the company with the IBAN of the bank's only one. */
export async function makeConnection(): Promise<Connected> {
  registerFakeBank()
  sequence++
  const { siteId } = await makeSite()
  const iban = makeIban()
  const bankAccountId = await makeBankAccount(siteId, iban)
  const { id: connectorId } = await oneRow<{ id: number }>(
    `insert into connectors (provider, site_id, label, base_url, environment, webhook_token, credentials, status)
     values ('${CODE}', :siteId, :label, 'http://127.0.0.1:9', 'sandbox_local', :token, 'x', 'active') returning id`,
    { siteId, label: `Prueba ${sequence}`, token: `${siteId}-${sequence}`.padEnd(43, 'x') }
  )
  const world = openWorld(connectorId, [feedAccount({ iban })])
  return { connectorId, siteId, bankAccountId, world }
}

/** Gives a connection something to tell in this process. */
export function openWorld(connectorId: number, accounts: FeedAccount[]): World {
  const world: World = {
    accounts,
    movements: [],
    beneficiaries: [],
    purposes: [],
    pageSize: 3,
    beforePage: async () => {},
    asked: [],
    accountsAsked: 0,
    missed: [],
    missedAsked: [],
    transferRefs: [],
  }
  worlds.set(connectorId, world)
  return world
}

/** Puts movements into the world, and their amounts into the balance of their account. */
export function tell(world: World, ...movements: FeedMovement[]): void {
  for (const movement of movements) {
    world.movements.push(movement)
    const account = world.accounts.find(({ externalId }) => externalId === movement.accountExternalId)
    if (account && movement.status === 'booked') account.balanceMinor += movement.amountMinor
  }
}

export type ProviderAccountState = {
  id: number
  bankAccountId: number | null
  proposedBankAccountId: number | null
  balanceMinor: number
  openingMinor: number | null
  mismatchMinor: number | null
  closedAt: Date | null
}

/** The bank's accounts of a connection as they are stored. */
export const accountsOf = (connectorId: number): Promise<ProviderAccountState[]> =>
  rows<ProviderAccountState>(
    `select id, bank_account_id, proposed_bank_account_id, balance_minor, opening_minor, mismatch_minor, closed_at
       from provider_accounts where connector_id = :connectorId order by id`,
    { connectorId }
  )

export type StoredMovement = {
  externalId: string
  status: string
  amountMinor: number
  text: string
  lineId: number | null
}

/** Its movements as they are stored, in the order they came. */
export const movementsOf = (connectorId: number): Promise<StoredMovement[]> =>
  rows<StoredMovement>(
    `select external_id, status, amount_minor, text, bank_statement_line_id as line_id from provider_transactions where connector_id = :connectorId order by id`,
    { connectorId }
  )

/** As if a process that reads the connection had been dead for long. */
export const loseHold = (connectorId: number): Promise<number> =>
  execute(
    `update provider_syncs set held_until = now() - interval '1 second' where connector_id = :connectorId and holder is not null`,
    {
      connectorId,
    }
  )
