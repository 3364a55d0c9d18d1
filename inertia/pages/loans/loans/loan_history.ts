import { amountsAndDays, type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import type { TimelineEvent } from '~/kit/detail/timeline'
import type { Option } from '~/kit/fields/choice_fields'
import type { LoanPage } from './loan_types'
import { shownRate } from './shown_rate'

const events: Record<string, EventName> = {
  'loan.created': { title: 'Borrador creado' },
  'loan.configured': { title: 'Condiciones configuradas' },
  'loan.updated': { title: 'Datos modificados' },
  'loan.approval_given': { title: 'Aprobado', tone: 'blue' },
  'loan.activate': { title: 'Activado', tone: 'green' },
  'loan.cancel': { title: 'Anulado', tone: 'red' },
  'loan.disbursement': { title: 'Desembolsado', tone: 'green' },
  'loan.withdrawal': { title: 'Retirada ejecutada', tone: 'blue' },
  'loan.payment': { title: 'Pago ejecutado', tone: 'green' },
  'loan.early_payment': { title: 'Amortización anticipada', tone: 'green' },
  'loan.payment_cancelled': { title: 'Pago anulado', tone: 'amber' },
  'loan.compensation': { title: 'Compensado', tone: 'green' },
  'loan.taken': { title: 'Deuda en cuenta corriente registrada', tone: 'blue' },
  'loan.taken_stays': { title: 'Un pago volvió cuando ya se había devuelto', tone: 'amber' },
  'loan.reversal': { title: 'Movimiento anulado', tone: 'red' },
  'loan.revise_rate': { title: 'Tipo revisado', tone: 'blue' },
  'loan.accrued': { title: 'Intereses devengados' },
  'loan.interest_settled': { title: 'Intereses liquidados', tone: 'blue' },
  'loan.defaulted': { title: 'Impago', tone: 'red' },
  'loan.default_ended': { title: 'Fin del impago', tone: 'green' },
  'loan.settle': { title: 'Liquidado', tone: 'green' },
  'loan.reopen': { title: 'Reabierto', tone: 'amber' },
  'loan.file_added': { title: 'Documento adjuntado' },
  'loan.file_removed': { title: 'Documento eliminado', tone: 'amber' },
}

const fields: Record<string, string> = {
  principal: 'Importe',
  method: 'Sistema',
  rate_type: 'Clase de tipo',
  rate: 'Tipo',
  rate_index: 'Índice',
  spread: 'Diferencial',
  day_count: 'Base de cálculo',
  periodicity: 'Periodicidad',
  start_on: 'Inicio',
  first_payment_on: 'Primera cuota',
  periods: 'Cuotas',
  maturity_on: 'Vencimiento',
  grace_periods: 'Carencia',
  capitalise: 'Capitaliza',
  withholding_rate: 'Retención',
  fee: 'Comisión',
  loaded_on: 'Fecha de carga',
  loaded_amount: 'Saldo de partida',
  lender_account: 'Cuenta del prestamista',
  borrower_account: 'Cuenta del prestatario',
  auto_pay: 'Pago automático',
  market_rate_note: 'Precio de mercado',
}

const amounts = new Set(['principal', 'fee', 'loaded_amount'])
const rates = new Set(['rate', 'spread', 'withholding_rate'])

/** What happened to a loan, its values as its forms show them. */
export function loanHistory({ loan, options, events: entries }: LoanPage): TimelineEvent[] {
  const amountOrDay = amountsAndDays(loan.currency)
  return timelineOf(entries, events, fields, {
    wordOf(field, value) {
      if (value === null || value === undefined) return null
      if (rates.has(field)) return `${shownRate(String(value))} %`
      const known = choicesOf(field, options).find((choice) => choice.value === String(value))
      return known?.label ?? amountOrDay(amounts.has(field) ? `${field}Minor` : field, value)
    },
  })
}

function choicesOf(field: string, options: LoanPage['options']): readonly Option[] {
  switch (field) {
    case 'method':
      return options.methods
    case 'rate_type':
      return options.rateTypes
    case 'day_count':
      return options.dayCounts
    case 'periodicity':
      return options.periodicities
    case 'lender_account':
      return options.accounts.lender
    case 'borrower_account':
      return options.accounts.borrower
    default:
      return []
  }
}
