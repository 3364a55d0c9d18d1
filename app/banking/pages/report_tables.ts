import type { AccountReport, Flow } from '#app/banking/queries/account_report'
import type { ReportCell, ReportColumn, ReportTable } from '#app/kernel/documents/pdf_report'
import type { MoneyJson } from '#app/kernel/money/money'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { monthText } from '#app/kernel/time/month_text'

const figure = (header: string, share = 2.4): ReportColumn => ({ header, share, numeric: true })
const text = (header: string, share = 4): ReportColumn => ({ header, share })

const FLOW = [figure('Entradas'), figure('Salidas'), figure('Neto'), figure('Movimientos', 1.6)]
const flowCells = ({ in: came, out, count }: Flow): ReportCell[] => [came, out, net(came, out), count]
const net = (came: MoneyJson, out: MoneyJson): MoneyJson => ({
  minor: came.minor - out.minor,
  currency: came.currency,
})

/** The report of an account at a bank as its paper and its workbook have it. */
export function bankReportTables(report: AccountReport): ReportTable[] {
  const { opening, closing, total, fees, months, categories, counterparties, exchanges, exchangeCost } =
    report
  return [
    {
      title: 'Resumen',
      columns: [text('Concepto'), figure('Importe')],
      rows: [
        ['Saldo inicial', opening],
        ['Entradas', total.in],
        ['Salidas', total.out],
        ['Saldo final', closing],
        ['Comisiones', fees],
        ...(exchanges.length > 0 ? [['Coste de los cambios de divisa', exchangeCost]] : []),
      ] as ReportCell[][],
    },
    {
      title: 'Por mes',
      columns: [text('Mes', 2), ...FLOW, figure('Comisiones')],
      rows: months.map(({ month, fees: charged, ...flow }) => [
        monthText(month),
        ...flowCells(flow),
        charged,
      ]),
    },
    {
      title: 'Por categoría',
      columns: [text('Categoría'), ...FLOW],
      rows: categories.map(({ category, ...flow }) => [category, ...flowCells(flow)]),
    },
    {
      title: 'Por contraparte',
      columns: [text('Contraparte'), ...FLOW],
      rows: counterparties.map(({ name, ...flow }) => [name, ...flowCells(flow)]),
    },
    ...(exchanges.length === 0 ? [] : [exchangeTable(report)]),
  ]
}

function exchangeTable({ exchanges }: AccountReport): ReportTable {
  return {
    title: 'Cambios de divisa',
    columns: [
      text('Fecha', 1.6),
      text('Concepto'),
      figure('Importe'),
      figure('En la otra divisa'),
      figure('Cambio aplicado', 2),
      figure('Cambio de referencia', 2),
      figure('Coste'),
    ],
    rows: exchanges.map(({ bookedOn, text: concept, amount, local, appliedRate, referenceRate, cost }) => [
      formatDay(bookedOn as CalendarDate),
      concept,
      amount,
      local,
      appliedRate.replace('.', ','),
      referenceRate === null ? 'Sin tipo' : referenceRate.replace('.', ','),
      cost,
    ]),
    look: 'dense',
  }
}
