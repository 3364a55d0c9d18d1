import type { AuditEntry } from '~/kit/audit_timeline'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import type { Badge, Choice } from './employee_row'

export type EmployeeHead = {
  id: number
  code: string
  name: string
  position: string | null
  site: { id: number; code: string; name: string }
  status: Badge
  started_on: string
  ended_on: string | null
  has_settlement: boolean
  end_reason: string | null
  is_end_planned: boolean
  is_anonymised: boolean
  actions: string[]
  lock_version: number
}

export type EmployeeData = {
  code: string
  first_name: string
  last_name: string
  tax_id: string
  social_security_no: string
  birth_date: string
  email: string
  phone: string
  address: string
  user: PickerOption | null
}

export type EmployeeContract = {
  position: string
  department: string
  center_id: string | null
  manager: PickerOption | null
  contract_type: string | null
  started_on: string
  hours_week: string
  expense_limit: string
}

export type Absence = { id: number; starts_on: string; ends_on: string | null; is_planned: boolean }

export type Period = {
  id: number
  started_on: string
  ended_on: string | null
  has_settlement: boolean
  reason: string | null
}

export type Bank = {
  id: number
  /** Masked; the whole of it is asked for and the look is on record. */
  iban: string
  bic: string | null
  bank: string | null
  holder: string
  is_default: boolean
  verification: Badge
  verified_by: string | null
  verified_at: string | null
  payable_from: string | null
  disabled: boolean
  creator: string | null
  can_verify: boolean
  is_own: boolean
  can_waive: boolean
}

export type Document = {
  id: number
  kind: string
  name: string
  size_bytes: number
  who: string | null
  at: string
}

export type EmployeeOptions = {
  contract_types: Choice[]
  verification_methods: Choice[]
  document_kinds: Choice[]
  centers: Choice[]
}

export type EmployeePage = {
  employee: EmployeeHead
  data: EmployeeData
  contract: EmployeeContract
  has_salary: boolean
  is_self: boolean
  absences: Absence[]
  periods: Period[]
  banks: Bank[]
  documents: Document[]
  events: AuditEntry[]
  options: EmployeeOptions
}
