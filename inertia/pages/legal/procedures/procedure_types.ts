import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { Option } from '~/kit/fields/choice_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type Badge = { label: string; tone: Tone }

/** A procedure in the list. */
export type ProcedureRow = {
  id: number
  number: string
  site: string
  title: string
  kind: string
  court: string
  phase: string
  nextDeadline: string | null
  isUrgent: boolean
  planned: MoneyValue
  paid: MoneyValue
  pending: MoneyValue
  isConfidential: boolean
  status: Badge
}

export type Procedure = {
  id: number
  number: string
  siteId: number
  site: string
  title: string
  kind: string
  court: string | null
  counterparty: string | null
  role: string
  lawyer: PickerOption | null
  solicitor: PickerOption | null
  claim: MoneyValue | null
  probability: string | null
  isProbable: boolean
  provision: MoneyValue
  provisionTerm: string
  openedOn: string | null
  expectedCloseOn: string | null
  closedOn: string | null
  outcome: string | null
  responsible: string | null
  confidential: boolean
  notes: string | null
  state: string
  status: Badge
  lockVersion: number
}

export type ProcedureValues = {
  kind: string
  title: string
  court: string
  courtNumber: string
  counterparty: string
  role: string
  lawyer: PickerOption | null
  solicitor: PickerOption | null
  claimMinor: number | null
  probability: string | null
  expectedCloseOn: string
  responsibleUserId: string | null
  confidential: boolean
  notes: string
  provisionTerm: string
}

export type ProcedurePhase = {
  id: number
  position: number
  name: string
  colour: string
  state: string
  status: Badge
  plannedStart: string | null
  plannedEnd: string | null
  actualStart: string | null
  actualEnd: string | null
  deadlineOn: string | null
  isUrgent: boolean
  plannedCost: MoneyValue
  notes: string | null
  requires: string | null
  files: number
  costs: number
  actions: string[]
}

export type CostValues = {
  concept: string
  description: string
  provider: PickerOption | null
  payeeName: string
  payeeIban: string
  dueOn: string
  depositTerm: string | null
  expenseAccount: PickerOption | null
  documentId: string | null
}

export type Cost = {
  id: number
  phaseId: number
  phase: string
  concept: string
  description: string
  payee: string
  base: MoneyValue
  vat: MoneyValue
  withholding: MoneyValue
  total: MoneyValue
  paid: MoneyValue
  dueOn: string
  isOverdue: boolean
  document: { id: number; name: string } | null
  invoice: { id: number; number: string; isApplied: boolean } | null
  order: { id: number; number: string } | null
  state: string
  status: Badge
  values: CostValues
  actions: string[]
}

export type Offset = {
  id: number
  costId: number
  cost: string
  amount: MoneyValue
  paidOn: string
  method: string
  reference: string
  reason: string | null
  documentId: number
  who: string | null
  status: Badge
  reversalReason: string | null
  actions: string[]
}

export type ProcedureFile = {
  id: number
  name: string
  kind: string
  phase: string | null
  version: number
  isReplaced: boolean
  confidential: boolean
  sizeBytes: number
  who: string | null
  at: string
  actions: string[]
}

export type ProvisionLine = {
  id: number
  event: string
  amount: MoneyValue
  balance: MoneyValue
  term: string
  reason: string
  who: string | null
  at: string
}

export type ProcedureOptions = {
  kinds: Option[]
  roles: Option[]
  probabilities: Option[]
  terms: Option[]
  concepts: Option[]
  fileKinds: Option[]
  methods: Option[]
  responsibles: Option[]
  phases: Option[]
  restsInAugust: boolean
}

export type ProcedurePage = {
  procedure: Procedure
  values: ProcedureValues
  actions: string[]
  totals: { planned: MoneyValue; paid: MoneyValue; pending: MoneyValue }
  phases: ProcedurePhase[]
  costs: Cost[]
  offsets: Offset[]
  files: ProcedureFile[]
  provisions: ProvisionLine[]
  events: AuditEntry[]
  options: ProcedureOptions
}

/** A legal term in the calendar. */
export type DeadlineRow = {
  key: string
  id: number
  number: string
  title: string
  site: string
  phase: string
  deadlineOn: string
  isUrgent: boolean
  isAugust: boolean
}
