import { registerBank } from '#app/banking/bank_provider'
import { ALL_BANKS } from '#app/banking/providers/all_banks'
import { qontoFeed } from '#app/banking/providers/qonto/feed'
import { registerProvider } from '#app/connectors/provider'
import type { RequestFault } from '#app/connectors/stand_in/stand_in_faults'
import type { StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandIn } from '#app/connectors/stand_in/stand_in_server'

/** Wise twice: with a personal token a person pays there, a partner's connection pays by itself. */
export const BANKS = ['qonto', 'revolut', 'wise', 'wise-partner'] as const
export type BankName = (typeof BANKS)[number]

/** Where money of a transfer is: nowhere yet, on its way, gone, back again, or never left. */
export type Whereabouts = 'waiting' | 'under_way' | 'gone' | 'back' | 'refused'

/** A transfer that a bank has under a number of ours. */
export type HeldTransfer = { number: string; ref: string; minor: number; at: Whereabouts }

/** A bank as it is played here, in words that are the same for all of them. */
export type PlayedBank = {
  name: BankName
  provider: string
  standIn: StandIn
  url: string
  close: () => Promise<void>
  iban: string
  /** On its account in euros before anything happened, in cents. */
  openingMinor: number
  credentials: Record<string, string>
  settings: Record<string, unknown>
  /** Somebody says yes in the pages of the bank; null where credentials are all there is. */
  consentCode: (() => string) | null
  /** Its requests, in the words of the stand-in: those that move money, and the lists in which transfers and movements are looked up. */
  operations: { money: readonly string[]; transfers: readonly string[]; movements: readonly string[] }
  transfers: () => HeldTransfer[]
  balanceMinor: () => number
  /** A step of time: what is due happens, and is told. */
  pass: () => Promise<void>
  /** The token that is in use has come to its end; another may be had. */
  expireToken: () => void
  /** Whoever agreed takes it back: no token counts any more. */
  revoke: () => void
  /** What a person types in anew after that, where no consent gives it. */
  newCredentials: (() => Record<string, string>) | null
  /** From now on nobody says yes there by themselves. */
  askPeople: () => void
  /** A person at the bank says yes or no to a transfer that waits for it. */
  decide: (number: string, answer: 'yes' | 'no') => void
  /** Cents of an amount that comes back by itself after it was paid; null where somebody has to send it back. */
  returnCents: number | null
  /** One that was paid comes back, in the other way that the bank has. */
  sendBack: ((ref: string) => void) | null
  /** The bank has another amount of a transfer than it was asked for. */
  tamper: (number: string) => void
  /** Somebody pays the company, in cents. */
  receive: (minor: number, reference: string) => void
  /** Somebody pays by card, and it is booked at another amount than it came up with; null where nothing is ever pending. */
  payByCard: ((minor: number) => (bookedMinor: number) => void) | null
}

/**
 * Lets this process ask banks as fast as it can and wait for nobody long: neither is what a rehearsal is about. With a
 * page size Qonto is read in pages so small.
 */
export function hurryBanks(timeoutMs: number, perPage?: number): void {
  for (const bank of ALL_BANKS) {
    const connector = { ...bank.connector, limits: [], timeoutMs }
    registerProvider(connector)
    registerBank({
      ...bank,
      connector,
      ...(connector.code === 'qonto' && perPage ? { feed: qontoFeed(perPage) } : {}),
    })
  }
}

/** What befalls a request that the bank would have answered; null for nothing. */
export type Strike = (request: StandInRequest, operation: string) => RequestFault | null

/** Lets faults strike requests of a bank from now on; the bank may be changed before it looks at them (`before`). */
export function strikeBank(
  { standIn }: PlayedBank,
  { before = () => {}, strike }: { before?: (operation: string) => void; strike: Strike }
): void {
  const own = standIn.authorise
  standIn.authorise = (request, operation) => {
    before(operation)
    const refused = own(request, operation)
    const fault = refused === null ? strike(request, operation) : null
    if (fault) standIn.faults.plan(operation, fault)
    return refused
  }
}

/** What was changed at a bank on purpose is not what the service would say: its answers carry a mark. */
export function markStrange(standIn: StandIn, key: string): void {
  standIn.strange ??= new Set()
  standIn.strange.add(key)
}

/** By how much a bank gets an amount wrong that it gets wrong. */
export const TAMPERED_MINOR = 100

/** The number of an order of ours in what somebody sends or keeps. */
export const numberIn = (text: string | null): string | null =>
  /OP-\d{4}-\d{6,}/.exec(text ?? '')?.[0] ?? null
