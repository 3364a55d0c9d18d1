import type { contractPage } from '#app/contracts/queries/contract_page'
import type { ReportCell, ReportTable } from '#app/kernel/documents/pdf_report'
import { counted } from '#app/kernel/text/counted'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'

type Page = Awaited<ReturnType<typeof contractPage>>

const day = (value: CalendarDate | null) => (value === null ? null : formatDay(value))
const CALENDAR = { received: 'Recibida', missing: 'No recibida', pending: 'Por llegar' }

/** What the sheet of a contract prints: its terms, prices, invoices and what was expected. */
export function contractSheet(page: Page): ReportTable[] {
  return [termsTable(page), pricesTable(page), invoicesTable(page), calendarTable(page)]
}

function termsTable({ contract, facts }: Page): ReportTable {
  const terms: [string, ReportCell][] = [
    ['Proveedor', contract.provider],
    ['Empresas', contract.sites.map(({ name }) => name).join(', ')],
    ['Tipo', facts.kind],
    ['Vigencia', `${day(facts.startsOn)} – ${day(facts.endedOn ?? facts.endsOn) ?? 'sin fin'}`],
    [
      'Preaviso',
      facts.noticeUntil
        ? `${counted(facts.noticeDays, 'día', 'días')}, hasta el ${day(facts.noticeUntil)}`
        : counted(facts.noticeDays, 'día', 'días'),
    ],
    [
      'Renovación',
      facts.autoRenew ? `Cada ${counted(facts.renewalMonths, 'mes', 'meses')}` : 'No se renueva sola',
    ],
    ['Facturación', facts.billingFrequency],
    ['Importe previsto', facts.expected],
    ['Tope', facts.cap],
    ['Consumido', facts.used],
    ['Revisión de precios', facts.indexation],
    ['Responsable', contract.owner],
    ['Aprobado por', contract.approvedBy],
  ]
  return {
    title: 'Condiciones',
    columns: [
      { header: 'Concepto', share: 2 },
      { header: 'Valor', share: 5 },
    ],
    rows: terms.filter(([, value]) => value !== null && value !== ''),
  }
}

function pricesTable({ prices }: Page): ReportTable {
  return {
    title: 'Precios',
    columns: [
      { header: 'Código', share: 2 },
      { header: 'Descripción', share: 5 },
      { header: 'Unidad', share: 1.3 },
      { header: 'Desde', share: 1.6 },
      { header: 'Precio', share: 1.8, numeric: true },
      { header: 'Origen', share: 2 },
    ],
    rows: prices.flatMap(({ code, description, unit, steps }) =>
      steps.map((step): ReportCell[] => [
        code,
        description,
        unit,
        day(step.from),
        step.price.replace('.', ','),
        step.why,
      ])
    ),
  }
}

function invoicesTable({ invoices }: Page): ReportTable {
  return {
    title: 'Facturas',
    columns: [
      { header: 'Fecha', share: 1.6 },
      { header: 'Factura', share: 3 },
      { header: 'Empresa', share: 1.5 },
      { header: 'Base', share: 2, numeric: true },
      { header: 'Pactado', share: 2, numeric: true },
      { header: 'Desviación', share: 2, numeric: true },
    ],
    rows: invoices.map(({ day: on, number, reference, site, base, agreed, deviation }) => [
      day(on),
      number ?? reference,
      site,
      base,
      agreed,
      deviation,
    ]),
  }
}

function calendarTable({ calendar }: Page): ReportTable {
  return {
    title: 'Facturación prevista',
    columns: [
      { header: 'Período', share: 3 },
      { header: 'Esperada', share: 1.6 },
      { header: 'Estado', share: 1.8 },
      { header: 'Facturado', share: 2, numeric: true },
    ],
    rows: calendar.map(({ from, to, expectedOn, state, base }) => [
      `${day(from)} – ${day(to)}`,
      day(expectedOn),
      CALENDAR[state],
      base,
    ]),
  }
}
