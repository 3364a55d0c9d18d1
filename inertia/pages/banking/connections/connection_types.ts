import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import type { MoneyValue } from '~/kit/money'
import type { Badge, Option } from '../bank_props'

export type CredentialField = {
  key: string
  label: string
  kind: 'text' | 'secret' | 'pem'
  isNeeded: boolean
  help: string | null
}

/** Something of the provider that is chosen where credentials reach more than one: a company. */
export type ChoiceField = { key: string; label: string; help: string }

/** What the form of a connection offers, of whatever bank. */
export type FormProps = {
  fields: CredentialField[]
  choices: ChoiceField[]
  switches: ChoiceField[]
  environments: Option[]
  hasConsent: boolean
}

/** What may be told of a secret: its last four and the day it was written. */
export type Hint = { key: string; last4: string | null; writtenOn: string | null }

export type Tested =
  | { test: { found: string[]; missing: string[]; choices?: Record<string, Option[]> }; message: null }
  | { test: null; message: string }

export type Act = 'reconnect' | 'pause' | 'resume' | 'disable' | string

export type Connection = {
  id: number
  label: string
  site: string
  siteId: number
  status: Badge
  statusReason: string | null
  environment: string
  lastSyncAt: string | null
  lastOkAt: string | null
  lastError: string | null
  lastErrorAt: string | null
  nextTryAt: string | null
  blockedUntil: string | null
  consent: string | null
  canConsent: boolean
  needsConsent: boolean
  isActive: boolean
  isSubscribed: boolean
  acts: Act[]
}

export type FoundAccount = {
  id: number
  name: string
  identifier: string
  currency: string
  balance: MoneyValue
  isClosed: boolean
  ownId: number | null
  own: string | null
  proposedId: number | null
  proposed: string | null
}

export type OwnChoice = {
  value: string
  label: string
  currency: string
  /** The first day whose movements are proposed as lines, and the last one that statements have told so far. */
  linesFrom: string
  toldUntil: string | null
}

export type ConnectionValues = {
  siteId: string | null
  label: string
  environment: string | null
  baseUrl: string
  feeAccount: PickerOption | null
  choices: Record<string, string>
  switches: Record<string, boolean>
  secrets: Record<string, string>
}

/** What a connection's form starts from, as the server has it. */
export type KeptValues = {
  label: string
  environment: string
  baseUrl: string
  choices: Record<string, string>
  switches: Record<string, boolean>
  lockVersion: number
}

export type ConnectionEvents = AuditEntry[]
