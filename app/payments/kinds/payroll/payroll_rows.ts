import type { TableRow } from '#app/imports/tables/table_row'
import { findDecimalMark, readFigure, readTableDay } from '#app/imports/tables/table_values'
import { isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { foldText } from '#app/kernel/text/similarity'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { ReadPain001 } from '#app/payments/files/read_pain001'
import {
  type ColumnSpecs,
  type FoundColumns,
  hashOf,
  type UploadRow,
} from '#app/payments/uploads/upload_columns'
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
    label: 'NIF',
    isNeeded: true,
    aliases: ['dni', 'nie', 'dni nie', 'nif nie', 'nif empleado', 'documento'],
  },
  name: {
    label: 'Nombre',
    isNeeded: false,
    aliases: ['empleado', 'trabajador', 'nombre y apellidos', 'apellidos y nombre'],
  },
  iban: { label: 'IBAN', isNeeded: false, aliases: ['cuenta', 'cuenta bancaria', 'ccc'] },
  net: {
    label: 'Neto',
    isNeeded: true,
    aliases: ['importe', 'liquido', 'liquido a percibir', 'neto a percibir', 'importe neto', 'total neto'],
  },
  concept: { label: 'Concepto', isNeeded: false, aliases: ['tipo', 'tipo de nomina', 'clase'] },
  period: { label: 'Periodo', isNeeded: true, aliases: ['mes', 'periodo de liquidacion', 'mes nomina'] },
  site: { label: 'Empresa', isNeeded: false, aliases: ['sociedad', 'centro de trabajo', 'cif empresa'] },
  gross: { label: 'Bruto', isNeeded: false, aliases: ['total devengado', 'devengado', 'total devengos'] },
  irpf: { label: 'IRPF', isNeeded: false, aliases: ['retencion', 'retencion irpf', 'cuota irpf'] },
  social: {
    label: 'Seguridad Social',
    isNeeded: false,
    aliases: ['ss', 'ss trabajador', 'seg social', 'cuota ss', 'ss empleado'],
  },
  employerSocial: {
    label: 'Seguridad Social empresa',
    isNeeded: false,
    aliases: ['ss empresa', 'coste ss', 'seg social empresa'],
  },
  payOn: { label: 'Fecha de pago', isNeeded: false, aliases: ['fecha', 'fecha pago', 'vencimiento'] },
} as const satisfies ColumnSpecs
type Column = keyof typeof PAYROLL_COLUMNS

const CONCEPTS: Readonly<Record<string, PayrollConcept>> = {
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
}

const MONTHS =
  'enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre'.split(',')

/** Rows of a table under columns that were found; each with what cannot be read of it. */
export function readPayrollRows(
  body: readonly TableRow[],
  { places }: FoundColumns
): UploadRow<ReadPayroll>[] {
  const cellOf = (row: TableRow, column: Column) => (row.cells[places[column] ?? -1] ?? '').trim()
  const mark = findDecimalMark(body.map((row) => cellOf(row, 'net')))
  return body.map((row) => {
    const cell = (column: Column) => cellOf(row, column)
    const errors: string[] = []
    const figure = (column: Column) => {
      if (cell(column) === '') return null
      const minor = readFigure(cell(column), mark, 'EUR')
      if (minor === null || minor < 0)
        errors.push(`${PAYROLL_COLUMNS[column].label}: «${cell(column)}» no es un importe válido.`)
      return minor
    }
    const period = periodIn(cell('period'))
    const concept = CONCEPTS[foldText(cell('concept'))] ?? null
    const taxId = normalizeTaxId(cell('taxId'))
    const iban = normalizeIban(cell('iban'))
    if (taxId === '') errors.push('Falta el NIF.')
    if (period === null) errors.push(`El periodo «${cell('period')}» no es válido: use 2026-11 u 11/2026.`)
    if (concept === null) errors.push(`El concepto «${cell('concept')}» no se reconoce.`)
    if (iban !== '' && !isValidIban(iban)) errors.push('El IBAN no es válido.')
    const netMinor = figure('net')
    if (cell('net') === '' || netMinor === 0) errors.push('El neto debe ser mayor que cero.')
    const payOn = cell('payOn') === '' ? null : readTableDay(cell('payOn'), 'dmy')
    if (cell('payOn') !== '' && payOn === null) errors.push(`La fecha «${cell('payOn')}» no es válida.`)
    const breakdown = { gross: figure('gross'), irpf: figure('irpf'), social: figure('social') }
    errors.push(...breakdownProblem(breakdown, netMinor))
    const parsed =
      errors.length === 0 && period !== null && concept !== null && netMinor !== null
        ? {
            taxId,
            name: cell('name'),
            site: cell('site') || null,
            iban: iban || null,
            period,
            concept,
            netMinor,
            ...wholeBreakdown(breakdown),
            employerSocialMinor: hasBreakdown(breakdown) ? figure('employerSocial') : null,
            payOn,
          }
        : null
    return rowOf(row.line, rawOf(row, places), parsed, errors, {
      name: cell('name'),
      taxId,
      period: period ?? cell('period'),
      concept: cell('concept'),
      amount: cell('net'),
    })
  })
}

/** The transfers of a pain.001 of the payroll office: salaries of the month in which they are to be paid. */
export function readPayrollTransfers(file: ReadPain001): UploadRow<ReadPayroll>[] {
  const transfers = file.blocks.flatMap((block) =>
    block.transfers.map((transfer) => ({ ...transfer, executionOn: block.executionOn }))
  )
  return transfers.map((transfer, index) => {
    const errors: string[] = []
    const iban = normalizeIban(transfer.creditorIban ?? '')
    if (!isValidIban(iban)) errors.push('El IBAN no es válido.')
    if (transfer.amountMinor === null || transfer.amountMinor <= 0 || transfer.currency !== 'EUR')
      errors.push('El importe no se puede leer o no es en euros.')
    if (transfer.executionOn === null) errors.push('El fichero no dice en qué fecha se paga.')
    const parsed =
      errors.length === 0 && transfer.amountMinor !== null && transfer.executionOn !== null
        ? {
            taxId: null,
            name: transfer.creditorName ?? '',
            site: null,
            iban,
            period: transfer.executionOn.slice(0, 7),
            concept:
              CONCEPTS[foldText((transfer.remittance ?? '').replace(/[\d/.-]+/g, ' '))] ??
              ('salary' as const),
            netMinor: transfer.amountMinor,
            grossMinor: null,
            irpfMinor: null,
            socialMinor: null,
            employerSocialMinor: null,
            payOn: transfer.executionOn,
          }
        : null
    return rowOf(index + 1, { endToEndId: transfer.endToEndId ?? '', iban }, parsed, errors, {
      name: transfer.creditorName ?? '',
      taxId: '',
      period: transfer.executionOn?.slice(0, 7) ?? '',
      concept: transfer.remittance ?? '',
      amount: transfer.amountMinor === null ? '' : (transfer.amountMinor / 100).toFixed(2),
    })
  })
}

function rowOf(
  rowNo: number,
  raw: Record<string, string>,
  parsed: ReadPayroll | null,
  errors: string[],
  shown: Record<string, string>
): UploadRow<ReadPayroll> {
  const hash = parsed
    ? hashOf(['payroll', parsed.taxId ?? parsed.iban, parsed.period, parsed.concept, parsed.netMinor])
    : hashOf(['unread', JSON.stringify(raw)])
  return { rowNo, raw, hash, parsed, errors, shown }
}

const rawOf = (row: TableRow, places: FoundColumns['places']) =>
  Object.fromEntries(Object.entries(places).map(([column, place]) => [column, row.cells[place] ?? '']))

type Breakdown = { gross: number | null; irpf: number | null; social: number | null }

const hasBreakdown = ({ gross, irpf, social }: Breakdown) =>
  gross !== null && irpf !== null && social !== null

const wholeBreakdown = (breakdown: Breakdown) =>
  hasBreakdown(breakdown)
    ? { grossMinor: breakdown.gross, irpfMinor: breakdown.irpf, socialMinor: breakdown.social }
    : { grossMinor: null, irpfMinor: null, socialMinor: null }

/** Where the file has the breakdown it must give the net amount: it is what the books will say. */
function breakdownProblem({ gross, irpf, social }: Breakdown, net: number | null): string[] {
  if (gross === null || irpf === null || social === null || net === null) return []
  return gross - irpf - social === net
    ? []
    : ['El neto no cuadra: bruto − IRPF − Seguridad Social da otro importe.']
}

/** `YYYY-MM` of «2026-11», «11/2026», «noviembre 2026» or any day of that month. */
function periodIn(text: string): string | null {
  const plain = text.trim()
  const ym = /^(\d{4})[-/.](\d{1,2})$/.exec(plain)
  const my = /^(\d{1,2})[-/.](\d{4})$/.exec(plain)
  const named = /^([a-z]+) (?:de )?(\d{4})$/.exec(foldText(plain))
  const found = ym
    ? `${ym[1]}-${ym[2]?.padStart(2, '0')}`
    : my
      ? `${my[2]}-${my[1]?.padStart(2, '0')}`
      : named && MONTHS.includes(named[1] ?? '')
        ? `${named[2]}-${String(MONTHS.indexOf(named[1] ?? '') + 1).padStart(2, '0')}`
        : (readTableDay(plain, 'dmy')?.slice(0, 7) ?? '')
  return isPeriod(found) ? found : null
}
