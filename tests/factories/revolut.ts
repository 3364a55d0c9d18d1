import { generateKeyPairSync } from 'node:crypto'
import type { FeedAccount } from '#app/banking/bank_provider'
import type { Transfer } from '#app/banking/gateway/transfer_gateway'
import { revolut } from '#app/banking/providers/revolut/provider'
import { type RevolutStandIn, revolutStandIn } from '#app/banking/providers/revolut/stand_in/revolut_stand_in'
import { type Seed, seedRevolut } from '#app/banking/providers/revolut/stand_in/seed'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection, Credentials } from '#app/connectors/provider'
import { serveStandIn } from '#app/connectors/stand_in/stand_in_server'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { plainClient } from '#tests/factories/stand_ins'

type Cleanup = { cleanup: (end: () => Promise<void>) => void }

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
export const REVOLUT_CREDENTIALS: Credentials = {
  clientId: 'caudal-client',
  issuer: 'caudal.example',
  privateKey,
}

export type RevolutStage = {
  standIn: RevolutStandIn
  url: string
  /** A client of its own, as the record of exchanges sees it. */
  open: (options?: { settings?: Connection['settings']; timeoutMs?: number }) => {
    client: ProviderClient
    connection: Connection
  }
  /** The key of the account in a currency. */
  account: (currency: string) => string
  /** Time goes on, and what is due happens. */
  pass: (seconds: number) => void
  act: (name: string, body?: Record<string, unknown>) => unknown
}

type Options = { seed?: Seed; slowMs?: number; perMinute?: number | null }

/** Revolut Business with three accounts and nothing on them, over HTTP until the test is over. */
export async function revolutStage(
  { cleanup }: Cleanup,
  { seed = { movements: 0 }, slowMs = 30, perMinute = null }: Options = {}
): Promise<RevolutStage> {
  const standIn = revolutStandIn({ perMinute })
  standIn.remember(seedRevolut(seed))
  const { url, close } = await serveStandIn(standIn, { slowMs })
  cleanup(close)
  return {
    standIn,
    url,
    open: (options = {}) =>
      plainClient(revolut.connector, url, REVOLUT_CREDENTIALS, standIn.grant(), options),
    account: (currency) => standIn.state().accounts.find((one) => one.currency === currency)?.id ?? '',
    pass: (seconds) => {
      standIn.clock.advance(seconds)
      standIn.work()
    },
    act: (name, body = {}) => standIn.acts[name]?.(body),
  }
}

export const NEW_PAYEE = {
  kind: 'iban',
  name: 'Carpintería Núñez SL',
  iban: 'ES9121000418450200051332',
  bic: null,
} as const

/** A payment in euros to somebody whom Revolut does not know yet. */
export const revolutTransfer = (debtorRef: string, more: Partial<Transfer> = {}): Transfer => ({
  orderNumber: 'OP-2026-000123',
  endToEndId: 'OP-2026-000123',
  amountMinor: 125_000,
  currency: 'EUR',
  debtorName: 'Hotel Sol SL',
  debtorIban: null,
  debtorRef,
  payee: NEW_PAYEE,
  remittance: 'Factura F-88',
  executionOn: calendarDate('2026-11-27'),
  speed: 'normal',
  quote: null,
  toleranceMinor: 0,
  attachments: [],
  purpose: null,
  toOwnRef: null,
  ...more,
})

export const feedAccount = (externalId: string, currency = 'EUR'): FeedAccount => ({
  externalId,
  kind: 'bank',
  name: 'Principal',
  iban: null,
  bic: null,
  details: {},
  currency,
  balanceMinor: 0,
  availableMinor: null,
  pendingMinor: null,
  isClosed: false,
  isMain: true,
})
