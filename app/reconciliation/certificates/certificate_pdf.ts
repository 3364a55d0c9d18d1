import { type ReportTable, reportPdf } from '#app/kernel/documents/pdf_report'
import {
  type CalendarDate,
  calendarDate,
  endOfMonth,
  formatDay,
  formatInstant,
} from '#app/kernel/time/calendar_date'
import type { FoundCertificate } from '#app/reconciliation/certificates/list_certificates'
import type { OpenSide } from '#app/reconciliation/certificates/month_position'

type About = { account: string; iban: string | null; site: string; printedBy: string }

/** «Acta de conciliación» of a month: both balances, what each side has alone, and the two people. */
export function certificatePdf(certificate: FoundCertificate, about: About): Promise<Buffer> {
  const last = endOfMonth(calendarDate(`${certificate.month}-01`))
  const name = certificate.status === 'draft' ? 'Acta de conciliación (borrador)' : 'Acta de conciliación'
  return reportPdf(
    [
      balances(certificate, last),
      items('Movimientos del banco que no están en los libros', certificate.bankItems, certificate.currency),
      items('Apuntes de los libros que no están en el banco', certificate.ledgerItems, certificate.currency),
      signatures(certificate),
    ],
    {
      title: `${name} · ${about.account}`,
      subtitle: [about.site, about.iban, `a ${formatDay(last)}`].filter(Boolean).join(' · '),
      printed: `${about.printedBy} · ${formatInstant(new Date())}`,
    }
  )
}

function balances(certificate: FoundCertificate, last: CalendarDate): ReportTable {
  const { currency } = certificate
  const money = (minor: number) => ({ minor, currency })
  return {
    title: 'Saldos',
    columns: [
      { header: 'Concepto', share: 6 },
      { header: 'Importe', share: 2, numeric: true },
    ],
    rows: [
      [`Saldo del banco a ${formatDay(last)}`, money(certificate.bankMinor)],
      [`Saldo contable a ${formatDay(last)}`, money(certificate.ledgerMinor)],
      ['Diferencia', money(certificate.bankMinor - certificate.ledgerMinor)],
      ['Explicada por las partidas siguientes', money(certificate.explainedMinor)],
      ['Sin explicar', money(certificate.unexplainedMinor)],
    ],
  }
}

function items(title: string, sides: OpenSide[], currency: string): ReportTable {
  return {
    title,
    columns: [
      { header: 'Fecha', share: 1.3 },
      { header: 'Concepto', share: 6 },
      { header: 'Importe', share: 2, numeric: true },
    ],
    rows: [
      ...sides.map(({ on, text, minor }) => [
        formatDay(on as CalendarDate),
        text || 'Sin concepto',
        { minor, currency },
      ]),
      ...(sides.length === 0
        ? []
        : [['', 'Total', { minor: sides.reduce((sum, { minor }) => sum + minor, 0), currency }]]),
    ],
  }
}

function signatures({ preparer, preparedAt, reviewer, reviewedAt }: FoundCertificate): ReportTable {
  return {
    title: 'Firmas',
    columns: [
      { header: 'Función', share: 2 },
      { header: 'Persona', share: 4 },
      { header: 'Cuándo', share: 3 },
    ],
    rows: [
      ['Preparada por', preparer, formatInstant(preparedAt)],
      ['Revisada por', reviewer ?? 'Pendiente', reviewedAt ? formatInstant(reviewedAt) : ''],
    ],
  }
}
