import { Alert } from '@mantine/core'
import { formatDay, isCalendarDate } from '#app/kernel/time/calendar_date'
import { DetailPage } from '~/kit/detail/detail_page'
import { KeyFigures } from '~/kit/detail/key_figures'
import { moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { DataForm } from './data_form'
import { EntriesTable } from './entries_table'
import { FilesPart } from './files_part'
import { InterestPart } from './interest_part'
import { LoanState } from './loan_state'
import type { LoanPage } from './loan_types'
import { MovementsPart } from './movements_part'
import { SchedulePart } from './schedule_part'

export default function LoanEdit(page: LoanPage) {
  const { loan, figures, files, entries } = page
  return (
    <DetailPage
      key={loan.id}
      title={loan.number}
      subtitle={`${loan.lender} presta a ${loan.borrower} · ${loan.kindLabel}`}
      status={<StatusBadge {...loan.status} />}
      back={urlFor('loans')}
      rail={<LoanState page={page} />}
      menu={menuOf(page)}
      tabs={[
        { value: 'data', label: 'Datos', content: <DataForm page={page} /> },
        { value: 'schedule', label: 'Cuadro de amortización', content: <SchedulePart page={page} /> },
        { value: 'movements', label: 'Movimientos', content: <MovementsPart page={page} /> },
        { value: 'interest', label: 'Intereses', content: <InterestPart page={page} /> },
        { value: 'files', label: `Documentos (${files.length})`, content: <FilesPart page={page} /> },
        { value: 'entries', label: `Asientos (${entries.length})`, content: <EntriesTable page={page} /> },
      ]}
    >
      {loan.defaultedOn ? (
        <Alert color="red" title="Impago" mb="md">
          Tiene cuotas vencidas hace más de 90 días, desde el {dayText(loan.defaultedOn)}.
        </Alert>
      ) : null}
      <KeyFigures
        figures={[
          {
            label: loan.kind === 'credit_line' ? 'Límite' : 'Principal',
            value: loan.principal ? moneyText(loan.principal) : '–',
          },
          { label: 'Pendiente', value: moneyText(figures.outstanding) },
          { label: 'Intereses por pagar', value: moneyText(figures.interest) },
          figures.available
            ? { label: 'Disponible', value: moneyText(figures.available) }
            : { label: 'Vencido', value: moneyText(figures.overdue) },
        ]}
      />
    </DetailPage>
  )
}

const dayText = (day: string) => (isCalendarDate(day) ? formatDay(day) : day)

function menuOf({ loan }: LoanPage) {
  const pair =
    loan.lenderSiteId === null
      ? []
      : [
          {
            label: 'Ver todo entre estas empresas',
            href: urlFor('loansResumen.detail', {
              lender: loan.lenderSiteId,
              borrower: loan.borrowerSiteId,
            }),
          },
        ]
  return [...pair, { label: 'Pagos de préstamos', href: urlFor('loans.payments') }]
}
