import type { Role } from '#app/identity/roles'
import type { MoneyJson } from '#app/kernel/money/money'
import type { Tone } from '#app/kernel/workflow'

/** A payment to a supplier, for its page. */
export type ProviderPayment = {
  id: number
  number: string
  on: string
  site: string
  amount: MoneyJson
  status: { label: string; tone: Tone }
}

/** Who looks at a supplier, and over which companies. */
export type Reader = { id: number; role: Role; siteIds: number[] | 'all' }
type Ask = (providerId: number, reader: Reader) => Promise<ProviderPayment[]>

const known: { ask: Ask | null } = { ask: null }

/** Payments lie above suppliers, and know who may see which: they answer from there. */
export function provideProviderPayments(ask: Ask): void {
  known.ask = ask
}

/** The last payments to a supplier that somebody may see, the latest first. */
export const providerPaymentsOf = async (providerId: number, reader: Reader): Promise<ProviderPayment[]> =>
  known.ask ? known.ask(providerId, reader) : []
