import { formatAmount } from '#app/kernel/money/amount_text'
import { formatDay, formatInstant, isCalendarDate } from '#app/kernel/time/calendar_date'
import { type AuditEntry, type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import type { TimelineEvent } from '~/kit/detail/timeline'
import type { EmployeeOptions } from './employee_page'

const events: Record<string, EventName> = {
  'employee.created': { title: 'Empleado creado' },
  'employee.changed': { title: 'Datos modificados' },
  'employee.contract_changed': { title: 'Contrato modificado' },
  'employee.salary_changed': { title: 'Salario modificado', tone: 'amber' },
  'employee.salary_viewed': { title: 'Salario consultado' },
  'employee.iban_viewed': { title: 'IBAN consultado' },
  'employee.leave': { title: 'Empieza una ausencia', tone: 'amber' },
  'employee.return': { title: 'Reincorporado', tone: 'green' },
  'employee.absence_noted': { title: 'Ausencia registrada' },
  'employee.absence_cancelled': { title: 'Ausencia anulada' },
  'employee.terminate': { title: 'Dado de baja', tone: 'red' },
  'employee.termination_planned': { title: 'Baja prevista', tone: 'amber' },
  'employee.termination_cancelled': { title: 'Baja prevista anulada' },
  'employee.rehire': { title: 'Readmitido', tone: 'green' },
  'employee.anonymised': { title: 'Datos personales borrados' },
  'employee_bank.added': { title: 'Cuenta bancaria añadida', tone: 'blue' },
  'employee_bank.verified': { title: 'Cuenta bancaria verificada', tone: 'green' },
  'employee_bank.cooling_waived': { title: 'Espera de la cuenta anulada', tone: 'amber' },
  'employee_bank.doubted': { title: 'Cuenta bancaria puesta en duda por el banco', tone: 'red' },
  'employee_bank.rejected': { title: 'Cuenta bancaria rechazada', tone: 'red' },
  'employee_bank.disabled': { title: 'Cuenta bancaria deshabilitada', tone: 'amber' },
  'employee_bank.default': { title: 'Cuenta por defecto cambiada' },
  'employee_document.added': { title: 'Documento subido', tone: 'blue' },
  'employee_document.viewed': { title: 'Documento descargado' },
  'employee_document.removed': { title: 'Documento eliminado', tone: 'amber' },
}

const fields: Record<string, string> = {
  code: 'Código',
  firstName: 'Nombre',
  lastName: 'Apellidos',
  taxId: 'DNI/NIE',
  socialSecurityNo: 'Seguridad Social',
  birthDate: 'Fecha de nacimiento',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  address: 'Dirección',
  position: 'Puesto',
  department: 'Departamento',
  contractType: 'Tipo de contrato',
  centerId: 'Centro',
  startedOn: 'Alta',
  endedOn: 'Baja',
  startsOn: 'Primer día',
  endsOn: 'Último día',
  hasSettlement: 'Finiquito',
  hoursWeek: 'Horas a la semana',
  expenseLimitMinor: 'Límite de gastos',
  grossYearlyMinor: 'Bruto anual',
  netMonthlyMinor: 'Neto mensual',
  paymentsPerYear: 'Pagas al año',
  irpfPercent: 'IRPF',
  iban: 'IBAN',
  verification: 'Verificación',
  verificationMethod: 'Comprobación',
  payableFrom: 'Se puede pagar desde',
  isDefault: 'Por defecto',
  isDisabled: 'Deshabilitada',
  document: 'Documento',
}

const verifications: Record<string, string> = {
  unverified: 'Sin verificar',
  verified: 'Verificada',
  rejected: 'Rechazada',
  blacklisted: 'Lista negra',
}

/** Keys of other rows say nothing to a reader. */
const unshown = new Set(['managerId', 'userId'])

/** What happened to an employee and their bank accounts, in words. */
export const employeeHistory = (entries: AuditEntry[], options: EmployeeOptions): TimelineEvent[] =>
  timelineOf(entries, events, fields, {
    isShown: (field) => !unshown.has(field),
    wordOf: (field, value) => wordOf(field, value, options),
  })

function wordOf(field: string, value: unknown, options: EmployeeOptions): unknown {
  if (field === 'expenseLimitMinor' && typeof value === 'number') return formatAmount(value, 'EUR')
  const choices = { contractType: options.contractTypes, verificationMethod: options.verificationMethods }
  if (field === 'centerId')
    return options.centers.find((center) => center.value === String(value))?.label ?? value
  if (typeof value !== 'string') return value
  if (field === 'hoursWeek') return value.replace('.', ',')
  if (isCalendarDate(value)) return formatDay(value)
  if (field === 'payableFrom') return formatInstant(value)
  if (field === 'verification') return verifications[value] ?? value
  if (field === 'contractType' || field === 'verificationMethod')
    return choices[field].find((choice) => choice.value === value)?.label ?? value
  return value
}
