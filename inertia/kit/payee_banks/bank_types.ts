import type { Option } from '~/kit/fields/choice_fields'
import type { Tone } from '~/kit/status_badge'

/** A bank detail of somebody who is paid: who added it, who verified it, and from when it may be paid. */
export type PayeeBank = {
  id: number
  /** Its IBAN, or the number of an account without one; masked. */
  iban: string
  /** What else tells an account that has no IBAN. */
  withoutIban?: { routing: { label: string; code: string } | null; country: string } | null
  bic?: string | null
  label?: string
  /** The company that pays there, where a payee has one account for each. */
  site?: string | null
  bank: string | null
  holder: string
  isDefault: boolean
  verification: { tone: Tone; label: string }
  verifiedBy: string | null
  verifiedAt: string | null
  payableFrom: string | null
  disabled: boolean
  creator: string | null
  /** The name of the certificate that is kept with it. */
  evidence?: string | null
  canVerify: boolean
  isOwn: boolean
  canWaive: boolean
}

/** What may be done with one bank account. */
export type BankAct = 'verify' | 'reject' | 'disable' | 'default' | 'waive'

/** Whose accounts they are, how they are called and where the acts are sent. */
export type Payee = {
  noun: 'proveedor' | 'empleado'
  name: string
  urls: {
    store: string
    act: (act: BankAct, bank: PayeeBank) => string
    reveal: string | null
    /** The certificate of an account; left out where none are kept, null for who may not see whole accounts. */
    evidence?: ((bank: PayeeBank) => string) | null
  }
  methods: Option[]
  /** Whether the reader may verify, reject, disable or choose. */
  canChange: boolean
  /** Hours between the verification of an account and its first payment. */
  coolingHours: number
  /** Accounts have names of their own. */
  isNamed: boolean
  /** Ways in which an account may be numbered; null where it always has an IBAN. */
  accountKinds: Option[] | null
  /** Countries that a bank may be in. */
  countries?: Option[]
  /** Companies that may have an account of their own; null with one account for all. */
  sites: Option[] | null
}
