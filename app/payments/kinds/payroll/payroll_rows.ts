import { createHash } from 'node:crypto'
import type { ImportColumns } from '#app/imports/columns'
import type { ReadRow } from '#app/imports/read_rows'
import type { RowReader } from '#app/imports/row_reader'
import { monthNamed, readTableDay } from '#app/imports/tables/table_values'
import { isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import { foldText } from '#app/kernel/text/similarity'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { ReadPain001 } from '#app/payments/files/read_pain001'
import { isPeriod, type PayrollConcept } from '#app/payroll/payroll_concepts'

/** A row of a payroll as it stands in a file, before anybody knows whose it is; amounts in cents. */
export type ReadPayroll = {
  /** Null in a file of transfers, which knows people by their account alone. */
  taxId: string | null
  name: string
  site: string | null
  iban: string | null
  period: string
  concept: PayrollConcept
  netMinor: number
  grossMinor: number | null
  irpfMinor: number | null
  socialMinor: number | null
  employerSocialMinor: number | null
  payOn: CalendarDate | null
}

export const PAYROLL_COLUMNS = {
  taxId: {
    title: 'NIF',
    kind: 'taxId',
    isNeeded: true,
    aliases: ['dni', 'nie', 'dni nie', 'nif nie', 'nif empleado', 'documento'],
  },
  name: {
    title: 'Nombre',
    kind: 'text',
    aliases: ['empleado', 'trabajador', 'nombre y apellidos', 'apellidos y nombre'],
  },
  iban: { title: 'IBAN', kind: 'iban', isPrivate: true, aliases: ['cuenta', 'cuenta bancaria', 'ccc'] },
  net: {
    title: 'Neto',
    kind: 'money',
    isNeeded: true,
    aliases: ['neto a percibir', 'liquido a percibir', 'importe neto', 'total neto', 'liquido', 'importe'],
  },
  concept: { title: 'Concepto', kind: 'choice', aliases: ['tipo', 'tipo de nomina', 'clase'] },
  period: {
    title: 'Periodo',
    kind: 'text',
    isNeeded: true,
    aliases: ['mes', 'periodo de liquidacion', 'mes nomina'],
  },
  site: { title: 'Empresa', kind: 'text', aliases: ['sociedad', 'centro de trabajo', 'cif empresa'] },
  gross: { title: 'Bruto', kind: 'money', aliases: ['total devengado', 'devengado', 'total devengos'] },
  irpf: { title: 'IRPF', kind: 'money', aliases: ['retencion', 'retencion irpf', 'cuota irpf'] },
  social: {
    title: 'Seguridad Social',
    kind: 'money',
    aliases: ['ss', 'ss trabajador', 'seg social', 'cuota ss', 'ss empleado'],
  },
  employerSocial: {
    title: 'Seguridad Social empresa',
    kind: 'money',
    aliases: ['ss empresa', 'coste ss', 'seg social empresa'],
  },
  payOn: { title: 'Fecha de pago', kind: 'day', aliases: ['fecha pago', 'vencimiento', 'fecha'] },
} as const satisfies ImportColumns
type Column = keyof typeof PAYROLL_COLUMNS

const CONCEPTS = new Map<string, PayrollConcept>(
  Object.entries({
    '': 'salary',
    nomina: 'salary',
    salario: 'salary',
    mensual: 'salary',
    'nomina mensual': 'salary',
    'paga extra': 'extra',
    extra: 'extra',
    extraordinaria: 'extra',
    'paga extraordinaria': 'extra',
    finiquito: 'settlement',
    liquidacion: 'settlement',
    anticipo: 'advance',
    atrasos: 'arrears',
  })
)

const MONTHS =
  'enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre'.split(',')

/** What a row says of a salary; everything that is wrong with it is noted. Null while something is. */
export function readPayrollRow(row: RowReader<Column>): ReadPayroll | null {
  const figure = (column: Column) => {
    const minor = row.money(column)
    if (minor !== null && minor < 0)
      row.refuse(`${PAYROLL_COLUMNS[column].title}: «${row.text(column)}» no es un importe válido.`)
    return minor
  }
  const period = periodIn(row.text('period'))
  const concept = CONCEPTS.get(foldText(row.text('concept'))) ?? null
  const taxId = row.taxId('taxId')
  if (taxId === '') row.refuse('Falta el NIF.')
  if (period === null) row.refuse(`El periodo «${row.text('period')}» no es válido: use 2026-11 u 11/2026.`)
  if (concept === null) row.refuse(`El concepto «${row.text('concept')}» no se reconoce.`)
  const iban = row.iban('iban')
  const netMinor = figure('net')
  if (row.text('net') === '' || netMinor === 0) row.refuse('El neto debe ser mayor que cero.')
  const payOn = row.day('payOn')
  const breakdown = { gross: figure('gross'), irpf: figure('irpf'), social: figure('social') }
  const employerSocial = figure('employerSocial')
  if (!givesNet(breakdown, netMinor))
    row.refuse('El neto no cuadra: bruto − IRPF − Seguridad Social da otro importe.')
  if (period === null || concept === null || netMinor === null) return null
  return {
    taxId,
    name: row.text('name'),
    site: row.text('site') || null,
    iban,
    period,
    concept,
    netMinor,
    ...wholeBreakdown(breakdown),
    employerSocialMinor: hasBreakdown(breakdown) ? employerSocial : null,
    payOn,
  }
}

/**
 * The transfers of a pain.001 of the payroll office: salaries of the month that their text names («Nomina noviembre 2026»), and
 * where it names none, with a warning, of the month in which they are to be paid.
 */
export function readPayrollTransfers(file: ReadPain001): ReadRow<ReadPayroll>[] {
  const transfers = file.blocks.flatMap((block) =>
    block.transfers.map((transfer) => ({ ...transfer, executionOn: block.executionOn }))
  )
  return transfers.map(({ creditorIban, creditorName, remittance, ...transfer }, index) => {
    const { amountMinor, executionOn, currency, endToEndId } = transfer
    const iban = normalizeIban(creditorIban ?? '')
    const told = executionOn === null ? null : periodTold(remittance ?? '', executionOn)
    const period = told ?? executionOn?.slice(0, 7) ?? ''
    const errors = [
      ...(isValidIban(iban) ? [] : ['El IBAN no es válido.']),
      ...(amountMinor === null || amountMinor <= 0 || currency !== 'EUR'
        ? ['El importe no se puede leer o no es en euros.']
        : []),
      ...(executionOn === null ? ['El fichero no dice en qué fecha se paga.'] : []),
    ]
    const isRight = errors.length === 0 && amountMinor !== null && executionOn !== null
    return {
      rowNo: index + 1,
      raw: { endToEndId: endToEndId ?? '', iban },
      errors,
      warnings: told === null ? ['El texto no dice de qué mes es: se toma el de la fecha de pago.'] : [],
      value: isRight
        ? {
            taxId: null,
            name: creditorName ?? '',
            site: null,
            iban,
            period,
            concept: conceptTold(remittance ?? ''),
            netMinor: amountMinor,
            grossMinor: null,
            irpfMinor: null,
            socialMinor: null,
            employerSocialMinor: null,
            payOn: executionOn,
          }
        : null,
      shown: {
        name: creditorName ?? '',
        period,
        concept: remittance ?? '',
        ...(isRight || amountMinor === null ? {} : { net: (amountMinor / 100).toFixed(2) }),
      },
    }
  })
}

const WORDS_OF_CONCEPTS: readonly [RegExp, PayrollConcept][] = [
  [/\bextra/, 'extra'],
  [/\b(finiquito|liquidacion)/, 'settlement'],
  [/\banticipo/, 'advance'],
  [/\batrasos?\b/, 'arrears'],
]

/** What a transfer is for by the words of its text; a salary unless they say something else. */
const conceptTold = (text: string): PayrollConcept =>
  WORDS_OF_CONCEPTS.find(([words]) => words.test(foldText(text)))?.[1] ?? 'salary'

/** The month that a text names, of the year that it names or else of the last such month before the money goes; null without one. */
function periodTold(text: string, paidOn: CalendarDate): string | null {
  const numbered = /\b(?:(\d{4})[-/.](\d{1,2})|(\d{1,2})[-/.](\d{4}))\b/.exec(text)
  if (numbered) return periodIn(numbered[0])
  const words = foldText(text).split(' ')
  const at = words.findIndex((word) => MONTHS.includes(word))
  if (at < 0) return null
  const month = MONTHS.indexOf(words[at] ?? '') + 1
  const year = words.slice(at + 1).find((word) => /^20\d{2}$/.test(word))
  const [paidYear, paidMonth] = [Number(paidOn.slice(0, 4)), Number(paidOn.slice(5, 7))]
  return periodIn(`${year ?? (month > paidMonth ? paidYear - 1 : paidYear)}-${month}`)
}

/** What is the same of a salary in every copy of a file. */
export const payrollHash = ({ taxId, iban, period, concept, netMinor }: ReadPayroll): string =>
  createHash('sha256')
    .update(JSON.stringify(['payroll', taxId ?? iban, period, concept, netMinor]))
    .digest('hex')

type Breakdown = { gross: number | null; irpf: number | null; social: number | null }

const hasBreakdown = ({ gross, irpf, social }: Breakdown) =>
  gross !== null && irpf !== null && social !== null

const wholeBreakdown = (breakdown: Breakdown) =>
  hasBreakdown(breakdown)
    ? { grossMinor: breakdown.gross, irpfMinor: breakdown.irpf, socialMinor: breakdown.social }
    : { grossMinor: null, irpfMinor: null, socialMinor: null }

/** Where the file has the breakdown it must give the net amount: it is what the books will say. */
const givesNet = ({ gross, irpf, social }: Breakdown, net: number | null): boolean =>
  gross === null || irpf === null || social === null || net === null || gross - irpf - social === net

/** `YYYY-MM` of «2026-11», «11/2026», «noviembre 2026», «nov-26» as Excel writes it, or any day of that month. */
function periodIn(text: string): string | null {
  const plain = text.trim()
  const ym = /^(\d{4})[-/.](\d{1,2})$/.exec(plain)
  const my = /^(\d{1,2})[-/.](\d{4})$/.exec(plain)
  const named = /^([a-z]{3,}) (?:del? )?(?:20)?(\d{2})$/.exec(foldText(plain))
  const month = named ? monthNamed(named[1] ?? '') : null
  const found = ym
    ? `${ym[1]}-${ym[2]?.padStart(2, '0')}`
    : my
      ? `${my[2]}-${my[1]?.padStart(2, '0')}`
      : named && month !== null
        ? `20${named[2]}-${String(month).padStart(2, '0')}`
        : (readTableDay(plain, 'dmy')?.slice(0, 7) ?? '')
  return isPeriod(found) ? found : null
}
