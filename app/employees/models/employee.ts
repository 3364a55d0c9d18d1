import type { EmployeeStatus } from '#app/employees/workflows/employee_workflow'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { EmployeeSchema } from '#database/schema'

export default class Employee extends EmployeeSchema {
  declare status: EmployeeStatus
  declare taxId: string | null
  declare startedOn: CalendarDate
  declare endedOn: CalendarDate | null
  declare birthDate: CalendarDate | null
  declare contractType: ContractType | null

  get isAnonymised(): boolean {
    return this.anonymisedAt !== null
  }
}

export type ContractType = 'permanent' | 'seasonal' | 'temporary' | 'training' | 'internship' | 'executive'
