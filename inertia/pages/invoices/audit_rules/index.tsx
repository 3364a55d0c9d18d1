import { Button } from '@mantine/core'
import { useState } from 'react'
import { Quantity } from '~/kit/day'
import type { Option } from '~/kit/fields/choice_fields'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { AuditFrame } from '../audit/audit_frame'
import { severityOf } from '../invoices/alarms/severity'
import { RuleDialog } from './rule_dialog'
import type { AuditRule } from './rule_types'

type Props = { rules: AuditRule[]; options: Record<string, Option[]>; canLoosen: boolean }

const precisionText = (precision: number | null) =>
  precision === null ? '–' : `${Math.round(precision * 100)} %`

/** How each rule is set, and how often it was right. */
export default function AuditRulesIndex({ rules, options, canLoosen }: Props) {
  const [edited, setEdited] = useState<string | null>(null)
  const rule = rules.find(({ code }) => code === edited)
  return (
    <AuditFrame tab="rules" title="Reglas de auditoría">
      <PlainTable
        label="Reglas"
        rows={rules}
        keyOf={(one) => one.code}
        phone="cards"
        columns={[...ruleColumns, editColumn(setEdited)]}
      />
      {rule ? (
        <RuleDialog
          key={`${rule.code}:${rule.version}`}
          rule={rule}
          options={options}
          canLoosen={canLoosen}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </AuditFrame>
  )
}

const ruleColumns: PlainColumn<AuditRule>[] = [
  { key: 'code', header: 'Regla', cell: (one) => `${one.code} · ${one.name}` },
  { key: 'family', header: 'Familia', cell: (one) => one.family },
  {
    key: 'severity',
    header: 'Severidad',
    cell: (one) => <StatusBadge {...severityOf(one.severity)} />,
  },
  {
    key: 'enabled',
    header: 'Estado',
    cell: (one) => (
      <StatusBadge
        tone={one.enabled ? 'green' : 'grey'}
        label={one.isLocked ? 'Siempre activa' : one.enabled ? 'Activa' : 'Desactivada'}
      />
    ),
  },
  {
    key: 'open',
    header: 'Abiertas',
    numeric: true,
    cell: (one) => <Quantity value={one.counts.open} />,
  },
  {
    key: 'precision',
    header: 'Precisión',
    numeric: true,
    cell: (one) => (
      <span
        className="num"
        title={`${one.counts.resolved} resueltas, ${one.counts.falsePositive} falsas alarmas`}
      >
        {precisionText(one.precision)}
      </span>
    ),
  },
]

const editColumn = (onEdit: (code: string) => void): PlainColumn<AuditRule> => ({
  key: 'edit',
  header: 'Acción',
  cell: (one) => (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Configurar ${one.code}`}
      onClick={() => onEdit(one.code)}
    >
      Configurar
    </Button>
  ),
})
