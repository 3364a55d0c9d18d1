import type { AuditEntry } from '~/kit/detail/audit_timeline'
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
  startedOn: string
  endedOn: string | null
  hasSettlement: boolean
  endReason: string | null
  isEndPlanned: boolean
  isAnonymised: boolean
  actions: string[]
  lockVersion: number
}

export type EmployeeData = {
  code: string
  firstName: string
  lastName: string
  taxId: string
  socialSecurityNo: string
  birthDate: string
  email: string
  phone: string
  address: string
  user: PickerOption | null
}

export type EmployeeContract = {
  position: string
  department: string
  centerId: string | null
  manager: PickerOption | null
  contractType: string | null
  startedOn: string
  hoursWeek: string
  expenseLimit: string
}

export type Absence = { id: number; startsOn: string; endsOn: string | null; isPlanned: boolean }

export type Period = {
  id: number
  startedOn: string
  endedOn: string | null
  hasSettlement: boolean
  reason: string | null
}

export type Bank = PayeeBank

export type Document = {
  id: number
  kind: string
  name: string
  sizeBytes: number
  who: string | null
  at: string
}

export type ExpenseNote = {
  id: number
  number: string
  receivedOn: string
  title: string
  total: MoneyValue
  approved: MoneyValue | null
  status: Badge
}

export type Payroll = {
  id: number
  period: string
  concept: string
  payOn: string
  status: Badge
  href: string
}

export type EmployeeOptions = {
  contractTypes: Choice[]
  verificationMethods: Choice[]
  documentKinds: Choice[]
  centers: Choice[]
}

export type EmployeePage = {
  employee: EmployeeHead
  data: EmployeeData
  contract: EmployeeContract
  hasSalary: boolean
  isSelf: boolean
  absences: Absence[]
  periods: Period[]
  banks: Bank[]
  coolingHours: number
  documents: Document[]
  payrolls: Payroll[]
  notes: ExpenseNote[]
  events: AuditEntry[]
  options: EmployeeOptions
}
