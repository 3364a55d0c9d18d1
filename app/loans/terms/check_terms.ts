import { DomainError } from '#app/kernel/domain_error'
import { addMonths, type CalendarDate, today } from '#app/kernel/time/calendar_date'
import type { LoanKind, RateType } from '#app/loans/loan_labels'
import type { DayCount } from '#app/loans/schedule/day_count'
import { percentage } from '#app/loans/schedule/percentage'
import { PERIOD_MONTHS } from '#app/loans/schedule/periods'
import type { Method, Periodicity } from '#app/loans/schedule/terms'

/** Longest schedule that is planned. */
export const PERIODS_MAX = 480
/** Percent a year; more is a mistake of whoever types it. */
const RATE_MAX = 30
/** Percent of the interest. */
const WITHHELD_MAX = 50

/** What a loan is configured with. Rates are percentages as decimal text, amounts cents. */
export type Configuration = {
  principalMinor: number | null
  method: Method | null
  rateType: RateType
  rate: string
  rateIndex: string | null
  spread: string | null
  dayCount: DayCount
  periodicity: Periodicity
  startOn: CalendarDate
  firstPaymentOn: CalendarDate | null
  periods: number | null
  maturityOn: CalendarDate | null
  gracePeriods: number
  custom: { dueOn: CalendarDate; principalMinor: number }[] | null
  capitalise: boolean
  withholdingRate: string
  feeMinor: number
  /** A loan that runs already: what falls due until then is paid, and the opening balances of the books hold the rest. */
  loadedOn: CalendarDate | null
  /** What is owed of a balance on that day. */
  loadedMinor: number | null
}

const at = (field: string, message: string) => new DomainError('E_TERMS', message, { field })

/** Throws at the field that is wrong what keeps a loan of a kind from being configured so. */
export function checkConfiguration(kind: LoanKind, given: Configuration): void {
  refuseRate(given.rate, 'rate')
  refuseBeyond(given.spread ?? '0', {
    from: -RATE_MAX,
    to: RATE_MAX,
    field: 'spread',
    name: 'El diferencial',
  })
  refuseBeyond(given.withholdingRate, {
    from: 0,
    to: WITHHELD_MAX,
    field: 'withholding_rate',
    name: 'La retención',
  })
  if (given.loadedOn !== null && given.loadedOn < given.startOn)
    throw at('loaded_on', 'La fecha de carga debe ser igual o posterior al inicio.')
  if (given.loadedOn !== null && given.loadedOn > today())
    throw at('loaded_on', 'La fecha de carga no puede ser posterior a hoy.')
  if (given.maturityOn !== null && given.maturityOn <= given.startOn)
    throw at('maturity_on', 'El vencimiento debe ser posterior al inicio.')
  if (kind === 'term') checkTerm(given)
  else checkOpen(kind, given)
}

/** Throws «El tipo de interés debe estar entre 0 y 30.» at `field`. */
export function refuseRate(rate: string, field: string): void {
  refuseBeyond(rate, { from: 0, to: RATE_MAX, field, name: 'El tipo de interés' })
}

type Bounds = { from: number; to: number; field: string; name: string }

function refuseBeyond(rate: string, { from, to, field, name }: Bounds): void {
  const { top, bottom } = percentage(rate)
  if (top * 100n < BigInt(from) * bottom || top * 100n > BigInt(to) * bottom)
    throw at(field, `${name} debe estar entre ${from} y ${to}.`)
}

function checkTerm(given: Configuration): void {
  const { method, startOn, firstPaymentOn, periods, gracePeriods, principalMinor, capitalise } = given
  if (method === null) throw at('method', 'Elija el sistema de amortización.')
  if (given.loadedMinor !== null)
    throw at('loaded_amount', 'De un préstamo a plazo el saldo lo dice el cuadro.')
  if (capitalise) throw at('capitalise', 'Los intereses de un préstamo a plazo no se capitalizan.')
  if (principalMinor === null || principalMinor <= 0)
    throw at('principal', 'Introduzca un importe mayor que cero.')
  if (method === 'custom') {
    checkCustom(given, principalMinor)
    return
  }
  if (firstPaymentOn === null) throw at('first_payment_on', 'Indique la primera cuota.')
  if (firstPaymentOn <= startOn)
    throw at('first_payment_on', 'La primera cuota debe ser posterior al inicio.')
  if (periods === null || periods < 1 || periods > PERIODS_MAX)
    throw at('periods', `El número de cuotas debe estar entre 1 y ${PERIODS_MAX}.`)
  if (given.periodicity === 'at_maturity' && periods !== 1)
    throw at('periods', 'Un préstamo al vencimiento tiene una sola cuota.')
  if (gracePeriods < 0 || gracePeriods >= periods)
    throw at('grace_periods', 'La carencia debe ser menor que el número de cuotas.')
}

function checkCustom({ custom, startOn, gracePeriods }: Configuration, principalMinor: number): void {
  if (!custom || custom.length === 0) throw at('custom', 'Añada al menos una cuota.')
  if (custom.length > PERIODS_MAX) throw at('custom', `El cuadro tiene como máximo ${PERIODS_MAX} cuotas.`)
  if (gracePeriods !== 0) throw at('grace_periods', 'Un cuadro a medida no lleva carencia.')
  const [first] = custom
  if (first && first.dueOn <= startOn)
    throw at('custom.0.due_on', 'La primera cuota debe ser posterior al inicio.')
  const early = custom.findIndex(
    ({ dueOn }, index) => index > 0 && dueOn <= (custom[index - 1]?.dueOn ?? dueOn)
  )
  if (early > 0) throw at(`custom.${early}.due_on`, 'Cada cuota debe ser posterior a la anterior.')
  if (custom.reduce((sum, row) => sum + row.principalMinor, 0) !== principalMinor)
    throw at('custom', 'El cuadro no suma el principal.')
}

function checkOpen(kind: LoanKind, given: Configuration): void {
  if (given.method !== null || given.custom !== null)
    throw at('method', 'Solo un préstamo a plazo tiene cuadro de amortización.')
  if (given.gracePeriods !== 0) throw at('grace_periods', 'Solo un préstamo a plazo tiene carencia.')
  if (given.firstPaymentOn !== null || given.periods !== null)
    throw at('periods', 'Solo un préstamo a plazo tiene número de cuotas.')
  if (kind === 'current_account' && given.principalMinor !== null)
    throw at('principal', 'Una cuenta corriente no tiene importe: se dispone con retiradas.')
  if (kind === 'credit_line' && (given.principalMinor === null || given.principalMinor <= 0))
    throw at('principal', 'Introduzca un importe mayor que cero.')
  if (kind === 'credit_line' && given.maturityOn === null)
    throw at('maturity_on', 'Indique el vencimiento de la línea.')
  if (given.periodicity === 'at_maturity' && given.maturityOn === null)
    throw at('periodicity', 'Sin vencimiento los intereses se liquidan por periodos.')
  if (given.loadedMinor !== null && given.loadedOn === null)
    throw at('loaded_on', 'Indique la fecha del saldo de partida.')
  if (kind === 'credit_line' && (given.loadedMinor ?? 0) > (given.principalMinor ?? 0))
    throw at('loaded_amount', 'El saldo de partida supera el límite.')
}

/** The last day of a schedule: that of its last instalment. */
export function maturityOf(given: Configuration): CalendarDate | null {
  if (given.method === 'custom') return given.custom?.at(-1)?.dueOn ?? null
  if (given.method === null) return given.maturityOn
  const months = PERIOD_MONTHS[given.periodicity]
  if (given.firstPaymentOn === null || given.periods === null) return null
  if (months === null) return given.firstPaymentOn
  const isRegular = addMonths(given.startOn, months) === given.firstPaymentOn
  return isRegular
    ? addMonths(given.startOn, months * given.periods)
    : addMonths(given.firstPaymentOn, months * (given.periods - 1))
}
