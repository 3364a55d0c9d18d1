import type { MoneyValue } from '~/kit/money'

export type Option = { value: string; label: string }

/** An account as the head of its pages shows it. */
export type AccountHead = {
  id: number
  name: string
  site: string
  kind: string
  currency: string
  iban: string | null
  status: { tone: string; label: string }
  actions: string[]
  isPayerDefault: boolean
  balance: MoneyValue
  available: MoneyValue
  reported: MoneyValue | null
  reportedAt: string | null
  difference: MoneyValue | null
  ledgerCode: string
  ledgerAccountId: number
  parent: string | null
  color: string | null
  closedOn: string | null
}

type Part = { count: number; amount: MoneyValue }

/** Why the bank's balance is not that of the books. */
export type DifferenceParts = { bank: Part; ignored: Part; books: Part; rest: MoneyValue }

export type AccountForm = {
  name: string
  providerCode: string
  currency: string
  iban: string
  bic: string
  holderName: string
  parentAccountId: string | null
  isPayerDefault: boolean
  sepaSuffix: string
  color: string | null
  sort: string
  feePercent: string
  feeFixed: string
  lockVersion: number
  hasMovements: boolean
  hasLines: boolean
  isBank: boolean
}

export type BankProfile = {
  id: number
  name: string
  painVersion: string
  charset: string
  batchBooking: boolean
  needsNifSuffix: boolean
  needsBic: boolean
  instantAllowed: boolean
  maxOperations: string
  cutOff: string
  channel: string
  gateway: string
  lockVersion: number
  accounts: number
}

/** What the tab «Datos» needs. */
export type DataProps = {
  form: AccountForm
  opening: MoneyValue
  openedOn: string
  providers: Option[]
  currencies: Option[]
  colors: Option[]
  parents: Option[] | null
  profiles: BankProfile[]
  bankProfileId: number | null
  painVersions: Option[]
  charsets: Option[]
  channels: Option[]
}

/** What one person may do with the account; null where their role does not give it. */
export type PermissionRow = {
  userId: number
  name: string
  role: string
  canView: boolean
  canPay: boolean | null
  canReconcile: boolean | null
  isOwn: boolean
  canChange: boolean
  grantedBy: string | null
  grantedAt: string | null
}
