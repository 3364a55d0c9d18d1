import type { Transaction } from '#app/banking/providers/revolut/stand_in/state'
import type { RequestFault } from '#app/connectors/stand_in/stand_in_faults'

type Fate = Partial<Pick<Transaction, 'state' | 'steps' | 'isToldBadly'>>

const COMPLETED = { state: 'completed', reasonCode: null } as const

/** What becomes of a payment by the last two digits of its amount; every other one is simply paid. */
const FATES: Readonly<Record<number, Fate>> = {
  1: { steps: [{ state: 'declined', reasonCode: 'beneficiary_bank_rejected' }] },
  4: { steps: [COMPLETED, { state: 'reverted', reasonCode: 'beneficiary_account_closed' }] },
  /** Waits until somebody lets it go (`approve_payment`, `decline_payment`). */
  5: { state: 'created', steps: [] },
  6: { isToldBadly: true },
}

/** What goes wrong with the request itself, the first time that it is asked for. */
const FAULTS: Readonly<Record<number, RequestFault>> = { 2: 'timeout_after', 3: 'rate_limited' }

const endOf = (minor: number) => Math.abs(minor) % 100

export const fateOf = (minor: number): Fate => FATES[endOf(minor)] ?? {}
export const faultOf = (minor: number): RequestFault | null => FAULTS[endOf(minor)] ?? null
