import { findEmployeeLikeness } from '#app/invoices/audit/questions/find_employee_likeness'
import { defineRule } from '#app/invoices/audit/rule'
import { dayText, inBooks, money, value } from '#app/invoices/audit/wording'
import { daysBetween } from '#app/kernel/time/calendar_date'

const LIKENESS = { address: 'el domicilio', phone: 'el teléfono', account: 'la cuenta bancaria' }

/** A supplier may be entered shortly after its first invoice has come. */
const ENTERED_LATER_DAYS = 7

export const inventedProvider = defineRule({
  code: 'N4',
  name: 'Proveedor ficticio',
  family: 'parties',
  severity: 'high',
  explains:
    'Proveedor recién dado de alta con un importe alto, o con domicilio, teléfono o cuenta de un empleado.',
  params: {
    days: { kind: 'number', label: 'Alta hace menos de', unit: 'days', min: 1, max: 365, default: 30 },
    amount: {
      kind: 'number',
      label: 'Total superior a',
      unit: 'amount',
      min: 0,
      max: 100_000_000,
      default: 300_000,
    },
  },
  asks: { likeness: findEmployeeLikeness },
  concerns: ({ providerId }) => providerId !== null,
  decide(found, { params, told, context }) {
    const invoice = inBooks(found)
    const findings = []
    const { providerCreatedOn: createdOn } = invoice
    if (told.likeness) {
      findings.push({
        message: `El proveedor tiene ${LIKENESS[told.likeness]} de un empleado.`,
        key: `employee:${told.likeness}`,
        evidence: { values: [value('Coincide', LIKENESS[told.likeness])] },
      })
    }
    const isNew =
      createdOn !== null &&
      daysBetween(createdOn, context.day) < params.days &&
      daysBetween(createdOn, invoice.receivedOn) >= -ENTERED_LATER_DAYS
    if (isNew && !invoice.isGroupProvider && Math.abs(invoice.totalMinor) > params.amount) {
      findings.push({
        message: `Proveedor dado de alta hace menos de ${params.days} días con un importe superior a ${money(params.amount, { currency: 'EUR' })}.`,
        key: 'new',
        evidence: {
          values: [value('Alta', dayText(createdOn)), value('Total', money(invoice.totalMinor, invoice))],
          threshold: `${params.days} días y ${money(params.amount, { currency: 'EUR' })}`,
        },
      })
    }
    return findings
  },
})
