import type { Role } from '#app/identity/roles'
import type { Transaction } from '#app/kernel/database/sql'
import type { Hindrance } from '#app/kernel/hindrances'
import type { MoneyJson } from '#app/kernel/money/money'
import { port } from '#app/kernel/port'
import type { Tone } from '#app/kernel/workflow'

/** What goes on with a supplier when it is deactivated, for who decides: «2 facturas abiertas». */
export const openMatters = port<Hindrance>('what is open with a supplier')

/** Documents of a supplier: one that has any is deactivated, not deleted. */
export const supplierDocuments = port<Pick<Hindrance, 'rows'>>('documents of a supplier')

/** What is taken away with a supplier without documents. */
export const supplierBelongings =
  port<(providerId: number, trx: Transaction) => Promise<void>>('what goes with a supplier')

/** Who looks at a supplier, and over which companies. */
export type Reader = { id: number; role: Role; siteIds: number[] | 'all' }

export type SupplierInvoice = {
  id: number
  reference: string
  number: string | null
  issuedOn: string | null
  site: string | null
  total: MoneyJson
  outstanding: MoneyJson
  isBooked: boolean
}

/** What invoices say of a supplier. */
export type SupplierInvoices = {
  /**
   * SQL: one row with `pending` and `invoiced` (in 365 days), cents of EUR, the day `last_on` and the count `invoices` of
   * what is approved, of the companies that `isSeen` leaves.
   */
  figures: (provider: string, isSeen: (site: string) => string) => string
  /** SQL: a row for each invoice of a supplier to a company. */
  toCompany: (provider: string, site: string) => string
  /** SQL: a row for each booked invoice that is not paid. */
  owed: (provider: string) => string
  /** The last ones that a reader may see, the latest first. */
  list: (providerId: number, reader: Reader) => Promise<SupplierInvoice[]>
}
export const supplierInvoices = port<SupplierInvoices>('invoices of a supplier')

export type SupplierContract = {
  id: number
  reference: string
  title: string
  startsOn: string
  endsOn: string | null
  status: string
}

/** What contracts say of a supplier. */
export type SupplierContracts = {
  /** SQL: a row for each contract in force. */
  inForce: (provider: string) => string
  /** Those of the companies of a reader, in force first. */
  list: (providerId: number, scope: number[] | 'all') => Promise<SupplierContract[]>
}
export const supplierContracts = port<SupplierContracts>('contracts of a supplier')

/** SQL: a row for each recurring payment to a supplier that goes on. */
export const recurringPayments = port<(provider: string) => string>('recurring payments to a supplier')

export type SupplierProfile = { id: number; name: string; category: string; active: boolean }

/** What expense profiles say of a supplier. */
export type SupplierProfiles = {
  /** SQL: the name of a profile. */
  name: (profile: string) => string
  /** Those that its lines may get when none matches: its own and those of the whole group. */
  options: (providerId: number) => Promise<{ id: number; name: string }[]>
  /** Whether a profile is one of those. */
  isOption: (profileId: number, providerId: number, trx: Transaction) => Promise<boolean>
  /** Its own, of the companies of a reader. */
  list: (providerId: number, scope: number[] | 'all') => Promise<SupplierProfile[]>
}
export const supplierProfiles = port<SupplierProfiles>('expense profiles of a supplier')

/** A payment to a supplier, for its page. */
export type SupplierPayment = {
  id: number
  number: string
  on: string
  site: string
  amount: MoneyJson
  status: { label: string; tone: Tone }
}

/** The last payments to a supplier that somebody may see, the latest first. */
export const supplierPayments =
  port<(providerId: number, reader: Reader) => Promise<SupplierPayment[]>>('payments to a supplier')
