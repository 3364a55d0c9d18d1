import type { AuditEntry } from '~/kit/audit_timeline'
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
  next_deadline: string | null
  is_urgent: boolean
  planned: MoneyValue
  paid: MoneyValue
  pending: MoneyValue
  is_confidential: boolean
  status: Badge
}

export type Procedure = {
  id: number
  number: string
  site_id: number
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
  is_probable: boolean
  provision: MoneyValue
  provision_term: string
  opened_on: string | null
  expected_close_on: string | null
  closed_on: string | null
  outcome: string | null
  responsible: string | null
  confidential: boolean
  notes: string | null
  state: string
  status: Badge
  lock_version: number
}

export type ProcedureValues = {
  kind: string
  title: string
  court: string
  court_number: string
  counterparty: string
  role: string
  lawyer: PickerOption | null
  solicitor: PickerOption | null
  claim_minor: number | null
  probability: string | null
  expected_close_on: string
  responsible_user_id: string | null
  confidential: boolean
  notes: string
  provision_term: string
}

export type ProcedurePhase = {
  id: number
  position: number
  name: string
  colour: string
  state: string
  status: Badge
  planned_start: string | null
  planned_end: string | null
  actual_start: string | null
  actual_end: string | null
  deadline_on: string | null
  is_urgent: boolean
  planned_cost: MoneyValue
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
  payee_name: string
  payee_iban: string
  due_on: string
  deposit_term: string | null
  expense_account: PickerOption | null
  document_id: string | null
}

export type Cost = {
  id: number
  phase_id: number
  phase: string
  concept: string
  description: string
  payee: string
  base: MoneyValue
  vat: MoneyValue
  withholding: MoneyValue
  total: MoneyValue
  paid: MoneyValue
  due_on: string
  is_overdue: boolean
  document: { id: number; name: string } | null
  invoice: { id: number; number: string; is_applied: boolean } | null
  order: { id: number; number: string } | null
  state: string
  status: Badge
  values: CostValues
  actions: string[]
}

export type Offset = {
  id: number
  cost_id: number
  cost: string
  amount: MoneyValue
  paid_on: string
  method: string
  reference: string
  reason: string | null
  document_id: number
  who: string | null
  status: Badge
  reversal_reason: string | null
  actions: string[]
}

export type ProcedureFile = {
  id: number
  name: string
  kind: string
  phase: string | null
  version: number
  is_replaced: boolean
  confidential: boolean
  size_bytes: number
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
  file_kinds: Option[]
  methods: Option[]
  responsibles: Option[]
  phases: Option[]
  rests_in_august: boolean
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
  deadline_on: string
  is_urgent: boolean
  is_august: boolean
}
