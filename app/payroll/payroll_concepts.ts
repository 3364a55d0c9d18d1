import { type CalendarDate, calendarDate, endOfMonth } from '#app/kernel/time/calendar_date'

/** What an employee is paid for (area 28 §1). */
export const PAYROLL_CONCEPTS = {
  salary: 'Nómina',
  extra: 'Paga extra',
  settlement: 'Finiquito',
  advance: 'Anticipo',
  arrears: 'Atrasos',
} as const
export type PayrollConcept = keyof typeof PAYROLL_CONCEPTS

export const PAYROLL_STATUS = {
  pending: { label: 'Pendiente', tone: 'amber' },
  ordered: { label: 'En pago', tone: 'blue' },
  paid: { label: 'Pagada', tone: 'green' },
  cancelled: { label: 'Cancelada', tone: 'grey' },
} as const
export type PayrollStatus = keyof typeof PAYROLL_STATUS

/** `YYYY-MM`. */
export const isPeriod = (text: string): boolean => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text)

/** «11/2026» of `2026-11`. */
export const periodText = (period: string): string => `${period.slice(5)}/${period.slice(0, 4)}`

/** What the employee reads on the statement: «NOMINA 11/2026». */
export const remittanceOf = (concept: PayrollConcept, period: string): string =>
  `${PAYROLL_CONCEPTS[concept].toUpperCase()} ${periodText(period)}`

/** The last day of `YYYY-MM`. */
export const lastDayOf = (period: string): CalendarDate => endOfMonth(calendarDate(`${period}-01`))
