import { useState } from 'react'
import { formatInstant } from '#app/kernel/time/calendar_date'
import type { Option } from '~/kit/fields/choice_fields'
import { ListPage } from '~/kit/list/list_page'
import type { BulkAction, Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { alarmCells } from './alarm_cells'
import { AlarmPanel } from './alarm_panel'
import type { AlarmRow } from './alarm_types'
import { AssignDialog } from './assign_dialog'
import { auditTabs } from './audit_tabs'
import { JudgeDialog, type Outcome } from './judge_dialog'

type Props = {
  alarms: ListOf<AlarmRow>
  rules: Option[]
  statuses: Option[]
  severities: Option[]
  lastRunAt: string | null
}
type Asked = { kind: Outcome | 'assign'; ids: number[] }

/** Alarms of the invoice audit: what is open, the gravest first. */
export default function AuditIndex({ alarms, rules, statuses, severities, lastRunAt }: Props) {
  const [opened, setOpened] = useState<number | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (kind: Asked['kind']) => (rows: AlarmRow[]) => setAsked({ kind, ids: rows.map(({ id }) => id) })
  const filters: Filter[] = [
    { name: 'severity', label: 'Severidad', kind: 'multi', options: severities },
    { name: 'rule', label: 'Regla', kind: 'multi', options: rules },
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'provider_id', label: 'Proveedor', kind: 'picker', url: urlFor('providers.options') },
    { name: 'issued', label: 'Fecha', kind: 'days' },
    { name: 'status', label: 'Estado', kind: 'multi', options: statuses },
    {
      name: 'assignee',
      label: 'Asignado a',
      kind: 'picker',
      url: urlFor('analyze.invoice.auditors', null, { nobody: '1' }),
    },
    { name: 'amount', label: 'Importe', kind: 'amounts' },
  ]
  const rowActions: RowAction<AlarmRow>[] = [
    { label: 'Resolver', transition: 'resolve', onSelect: (row) => ask('resolved')([row]) },
    { label: 'Falsa alarma', transition: 'dismiss', onSelect: (row) => ask('false_positive')([row]) },
    { label: 'Posponer', transition: 'snooze', onSelect: (row) => ask('snoozed')([row]) },
    { label: 'Asignar', transition: 'assign', onSelect: (row) => ask('assign')([row]) },
  ]
  const bulkActions: BulkAction<AlarmRow>[] = [
    { label: 'Resolver', transition: 'resolve', onSelect: ask('resolved') },
    { label: 'Falsa alarma', transition: 'dismiss', onSelect: ask('false_positive') },
    { label: 'Posponer', transition: 'snooze', onSelect: ask('snoozed') },
    { label: 'Asignar', transition: 'assign', onSelect: ask('assign') },
  ]
  const close = () => setAsked(null)
  return (
    <ListPage
      title="Auditoría de Facturas"
      list={alarms}
      cells={alarmCells}
      storageKey="invoice_alarms"
      searchLabel={null}
      tabs={auditTabs()}
      filters={filters}
      onRowOpen={(row) => setOpened(row.id)}
      rowActions={rowActions}
      bulkActions={bulkActions}
      nouns={{ one: 'alarma', many: 'alarmas' }}
      empty={{
        text: `No hay alarmas abiertas. Última revisión: ${lastRunAt ? formatInstant(lastRunAt) : 'ninguna todavía'}.`,
      }}
      isExportable
      isPrintable
    >
      {opened === null ? null : (
        <AlarmPanel
          key={opened}
          alarmId={opened}
          onClose={() => setOpened(null)}
          onJudge={(kind) => {
            setOpened(null)
            setAsked({ kind, ids: [opened] })
          }}
        />
      )}
      {asked && asked.kind !== 'assign' ? (
        <JudgeDialog ids={asked.ids} outcome={asked.kind} onClose={close} />
      ) : null}
      {asked?.kind === 'assign' ? <AssignDialog ids={asked.ids} onClose={close} /> : null}
    </ListPage>
  )
}
