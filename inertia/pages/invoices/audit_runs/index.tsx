import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { countText, Day, Instant, Quantity } from '~/kit/day'
import type { Option } from '~/kit/fields/choice_fields'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { useRefresh } from '~/live/use_refresh'
import { urlFor } from '~/urls'
import { AuditFrame } from '../audit/audit_frame'
import { NewRunDialog } from './new_run_dialog'
import type { AuditRun } from './run_types'

type Props = { runs: AuditRun[]; rules: Option[]; suggested: { from: string; to: string } }

/** Runs of the audit over past invoices, and a new one. */
export default function AuditRunsIndex({ runs, rules, suggested }: Props) {
  const [isNew, setIsNew] = useState(false)
  useRefresh({
    isOn: runs.some((run) => run.isUnderWay),
    only: ['runs'],
    concerns: { jobs: true, object: ({ type }) => type === 'audit_run' },
  })
  return (
    <AuditFrame
      tab="runs"
      title="Análisis de facturas"
      actions={<Button onClick={() => setIsNew(true)}>Nuevo análisis</Button>}
    >
      <PlainTable
        label="Análisis"
        phone="cards"
        rows={runs}
        keyOf={(run) => run.id}
        empty="Todavía no se ha hecho ningún análisis."
        columns={[
          {
            key: 'created',
            header: 'Pedido',
            cell: (run) => (
              <Link href={urlFor('analyze.invoice.runs.show', { id: run.id })}>
                <Instant value={run.createdAt} />
              </Link>
            ),
          },
          { key: 'who', header: 'Por', cell: (run) => run.requester ?? 'Cada noche' },
          {
            key: 'days',
            header: 'Fechas de emisión',
            cell: (run) => (
              <>
                <Day value={run.scope.from} /> – <Day value={run.scope.to} />
              </>
            ),
          },
          {
            key: 'checked',
            header: 'Facturas',
            numeric: true,
            cell: (run) => `${countText(run.invoicesChecked)} de ${countText(run.invoicesTotal)}`,
          },
          {
            key: 'new',
            header: 'Nuevas',
            numeric: true,
            cell: (run) => <Quantity value={run.findingsNew} />,
          },
          {
            key: 'gone',
            header: 'Cerradas',
            numeric: true,
            cell: (run) => <Quantity value={run.findingsGone} />,
          },
          {
            key: 'took',
            header: 'Duración',
            numeric: true,
            cell: (run) => (run.seconds === null ? '–' : <Quantity value={run.seconds} unit="s" />),
          },
          { key: 'status', header: 'Estado', cell: (run) => <StatusBadge {...run.status} /> },
        ]}
      />
      {isNew ? <NewRunDialog rules={rules} suggested={suggested} onClose={() => setIsNew(false)} /> : null}
    </AuditFrame>
  )
}
