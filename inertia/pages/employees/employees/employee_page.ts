import type { AuditEntry } from '~/kit/audit_timeline'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import type { MoneyValue } from '~/kit/money'
import type { PayeeBank } from '~/kit/payee_banks/bank_types'
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

export type Bank = PayeeBank

export type Document = {
  id: number
  kind: string
  name: string
  size_bytes: number
  who: string | null
  at: string
}

export type ExpenseNote = {
  id: number
  number: string
  received_on: string
  title: string
  total: MoneyValue
  approved: MoneyValue | null
  status: Badge
}

export type Payroll = {
  id: number
  period: string
  concept: string
  pay_on: string
  status: Badge
  href: string
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
  cooling_hours: number
  documents: Document[]
  payrolls: Payroll[]
  notes: ExpenseNote[]
  events: AuditEntry[]
  options: EmployeeOptions
}
